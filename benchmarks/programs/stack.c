// A stack of SIZE elements behind one lock; a thread fills it, another one takes elements away. With BROKEN the second
// thread does not look whether there are any: it asks whether one was ever pushed.
#include <pthread.h>
#include <stdbool.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 5
#endif

static unsigned elements[SIZE];
static int height;
static bool was_used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool push(unsigned element) {
    if (height == SIZE)
        return false;
    elements[height] = element;
    height++;
    return true;
}

static bool pop(unsigned *element) {
    if (height == 0)
        return false;
    height--;
    *element = elements[height];
    return true;
}

static bool has_elements(void) {
#ifdef BROKEN
    return was_used;
#else
    return height > 0;
#endif
}

static void *producer(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        if (!push(__VERIFIER_nondet_uint() % SIZE))
            reach_error();
        was_used = true;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

static void *consumer(void *arg) {
    unsigned element;
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        if (has_elements() && !pop(&element))
            reach_error();
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, producer, 0);
    pthread_create(&other, 0, consumer, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
