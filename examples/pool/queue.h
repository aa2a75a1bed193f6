/* A bounded queue of numbers, which many threads may use. What is in it, only queue.c knows. */
#ifndef QUEUE_H
#define QUEUE_H

struct queue;

struct queue *queue_new(void);
void queue_put(struct queue *q, int number);
/* 0 when the queue is closed and empty */
int queue_get(struct queue *q, int *number);
void queue_close(struct queue *q);
void queue_delete(struct queue *q);

#endif
