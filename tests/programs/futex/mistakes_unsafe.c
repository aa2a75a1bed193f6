// A word that is not aligned is none to wake others with.
#include <assert.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static char bytes[8] __attribute__((aligned(4)));

int main(void) {
  assert(syscall(SYS_futex, bytes + 2, FUTEX_WAKE_PRIVATE, 1) == 0);
  return 0;
}
