// The copy of a structure that a call through a pointer makes ends with the call.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct parcel { int *content; int weight; };
static sem_t sent, back;
static void drop(struct parcel p) {}
static struct parcel packed(void) { struct parcel p = {malloc(4), 1}; return p; }
static void (*deliver)(struct parcel) = drop;
static void *sender(void *unused) {
    deliver(packed());
    sem_post(&sent);
    sem_wait(&back);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    sem_wait(&sent);
    return 0;
}
