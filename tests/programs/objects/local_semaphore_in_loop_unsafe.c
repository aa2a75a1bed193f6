// The semaphore of the second round has not been posted.
#include <semaphore.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    sem_t s;
    sem_init(&s, 0, 0);
    if (i == 0)
      sem_post(&s);
    sem_wait(&s);
  }
  return 0;
}
