// Two threads write the same structure, which nobody looks into.
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>

struct timeval *p;

void *stamp(void *x)
{
    gettimeofday(p, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    p = malloc(16);
    pthread_create(&t, 0, stamp, 0);
    stamp(0);
    pthread_join(t, 0);
    free(p);
    return 0;
}
