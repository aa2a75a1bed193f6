// Between two characters of a copy another thread may come.
#include <assert.h>
#include <pthread.h>
#include <string.h>
char from[3] = "ab", to[3];
void *writer(void *a) {
    if (to[0] == 'a')
        from[1] = 'z';
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    strncat(to, from, 2);
    pthread_join(t, 0);
    assert(to[1] == 'b');
    return 0;
}
