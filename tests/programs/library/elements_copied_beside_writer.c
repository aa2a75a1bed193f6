// Elements are copied one by one, whole: another thread may come between them.
#include <assert.h>
#include <pthread.h>
#include <string.h>
int from[2], to[2];
void *writer(void *a) {
    from[0] = from[1] = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    memcpy(to, from, sizeof to);
    assert(to[0] == to[1]);
    pthread_join(t, 0);
    return 0;
}
