#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(sysconf(_SC_NPROCESSORS_CONF) == sysconf(_SC_NPROCESSORS_CONF));
    assert(getuid() == getuid() && getpid() == getpid());
    return 0;
}
