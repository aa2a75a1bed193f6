// What malloc leaves in *shared may be anything, and two threads look at it. For most values main never comes back from
// its loop, which nobody notices; but the other thread must see these values, too.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

char *shared;

void *looks(void *unused) {
    if (*shared == 5)
        reach_error();
    return NULL;
}

int main(void) {
    pthread_t thread;
    shared = malloc(1);
    pthread_create(&thread, NULL, looks, NULL);
    switch (*shared) {
    case 1:
        break;
    case 2:
        break;
    default:
        while (1) {
        }
    }
    return 0;
}
