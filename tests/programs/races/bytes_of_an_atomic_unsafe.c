// memset knows nothing of atomic objects.
#include <pthread.h>
#include <string.h>
static _Atomic int a;
static void *setter(void *unused) { a = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    memset((void *)&a, 0, sizeof a);
    pthread_join(t, 0);
    return 0;
}
