#include <pthread.h>
#include <string.h>
static char a[4] = "abc", b[4] = "xbc";
static void *comparer(void *unused) { return memcmp(a, b, 4) ? a : b; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, comparer, 0);
    a[3] = 1;
    pthread_join(t, 0);
    return 0;
}
