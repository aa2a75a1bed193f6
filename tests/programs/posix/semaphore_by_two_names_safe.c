// Slashes in front are no part of a name: the second one is there already.
#include <fcntl.h>
#include <semaphore.h>
extern void reach_error(void);
int main(void) {
  sem_t *a = sem_open("/one", O_CREAT, 0600, 1), *b = sem_open("one", O_CREAT | O_EXCL, 0600, 1);
  if (a != SEM_FAILED && b != SEM_FAILED)
    reach_error();
  return 0;
}
