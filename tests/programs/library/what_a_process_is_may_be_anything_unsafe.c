#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(sysconf(_SC_NPROCESSORS_CONF) != 3 || getuid() != 0);
    return 0;
}
