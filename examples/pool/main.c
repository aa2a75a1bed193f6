/* A program of several files: a queue, workers that take from it, and this. In this folder:
 *
 *     threadproof verify main.c pool.c queue.c                                           SAFE
 *     threadproof verify main.c pool.c queue.c --property no-data-race                   SAFE
 *     threadproof verify main.c pool.c queue.c --property no-deadlock -D FORGETFUL       UNSAFE
 *     threadproof verify main.c pool.c queue.c --property no-data-race -D CARELESS       UNSAFE
 */
#include <assert.h>

#include "pool.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int number)
{
#ifndef CARELESS
    pthread_mutex_lock(&lock);
#endif
    sum += number;
#ifndef CARELESS
    pthread_mutex_unlock(&lock);
#endif
}

int main(void)
{
    struct pool pool;
    pool_start(&pool, add);
    for (int i = 1; i <= 3; i++)
        queue_put(pool.work, i);
    pool_finish(&pool);
    assert(sum == 6);
    return 0;
}
