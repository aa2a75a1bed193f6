#include <assert.h>
#include <unistd.h>
int main(void) {
  int more = sysconf(_SC_NPROCESSORS_ONLN) * 2 + sysconf(_SC_NPROCESSORS_CONF) * 1000;
  int id = getpid() * 100;
  assert(more >= 1002 && id > 0 && getppid() * 100 >= 0);
  return 0;
}
