#include <assert.h>
#include <semaphore.h>
int main(void) {
    sem_t s;
    sem_init(&s, 0, 2147483647);
    sem_post(&s);
    assert(sem_post(&s) == 0);
    return 0;
}
