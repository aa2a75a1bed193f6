#include <fcntl.h>
#include <semaphore.h>
int main(void) {
  sem_t *a = sem_open("/one", O_CREAT, 0600, 1), *b = sem_open("one", O_CREAT, 0600, 1);
  if (a == SEM_FAILED || b == SEM_FAILED)
    return 0;
  sem_wait(a);
  sem_wait(b);
  return 0;
}
