#include <assert.h>
#include <pthread.h>
#include <threads.h>

int done;

void clean(void *a) { done += *(int *)a; }

int worker(void *a)
{
    int one = 1;
    pthread_cleanup_push(clean, &one);
    thrd_exit(3);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    thrd_t t;
    int result;
    thrd_create(&t, worker, 0);
    thrd_join(t, &result);
    assert(done == 1 && result == 3);
    return 0;
}
