#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
int main(void) {
  assert(sem_open("//", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
  assert(sem_unlink("/") == -1 && errno == ENOENT);
  return 0;
}
