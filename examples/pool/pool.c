#include "pool.h"

/* queue.c has a function of this name, too: both are static, so they are two */
static void notify(struct pool *p, int number) { p->function(number); }

static void *worker(void *argument)
{
    struct pool *p = argument;
    int number;
    while (queue_get(p->work, &number))
        notify(p, number);
    return NULL;
}

void pool_start(struct pool *p, void (*function)(int number))
{
    p->work = queue_new();
    p->function = function;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&p->workers[i], NULL, worker, p);
}

void pool_finish(struct pool *p)
{
    queue_close(p->work);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(p->workers[i], NULL);
    queue_delete(p->work);
}
