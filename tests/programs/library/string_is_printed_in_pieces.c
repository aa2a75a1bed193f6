// sprintf reads a string when it comes to it, not before.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
char name[2] = "b", to[4];
void *writer(void *a) {
    if (to[0] == 'a')
        name[0] = 'z';
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    sprintf(to, "a%s", name);
    pthread_join(t, 0);
    assert(to[1] == 'b');
    return 0;
}
