/* Workers that take numbers from a queue and give each to a function. */
#ifndef POOL_H
#define POOL_H

#include <pthread.h>

#include "queue.h"

enum { WORKERS = 2 };

struct pool {
    struct queue *work;
    void (*function)(int number);
    pthread_t workers[WORKERS];
};

void pool_start(struct pool *p, void (*function)(int number));
/* returns when all that was put into the queue is done */
void pool_finish(struct pool *p);

#endif
