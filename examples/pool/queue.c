#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

enum { CAPACITY = 2 };

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int numbers[CAPACITY];
    int first, count, closed;
};

static void notify(struct queue *q) { pthread_cond_broadcast(&q->changed); }

struct queue *queue_new(void)
{
    struct queue *q = malloc(sizeof *q);
    if (q == NULL)
        abort();
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->first = q->count = q->closed = 0;
    return q;
}

void queue_put(struct queue *q, int number)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == CAPACITY)
        pthread_cond_wait(&q->changed, &q->lock);
    q->numbers[(q->first + q->count) % CAPACITY] = number;
    q->count++;
    notify(q);
    pthread_mutex_unlock(&q->lock);
}

int queue_get(struct queue *q, int *number)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0 && !q->closed)
        pthread_cond_wait(&q->changed, &q->lock);
    int found = q->count > 0;
    if (found) {
        *number = q->numbers[q->first];
        q->first = (q->first + 1) % CAPACITY;
        q->count--;
        notify(q);
    }
    pthread_mutex_unlock(&q->lock);
    return found;
}

void queue_close(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = 1;
#ifndef FORGETFUL
    notify(q);
#endif
    pthread_mutex_unlock(&q->lock);
}

void queue_delete(struct queue *q)
{
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}
