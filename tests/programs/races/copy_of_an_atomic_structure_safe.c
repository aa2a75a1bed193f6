// A structure that is atomic is read in one piece.
#include <pthread.h>
struct pair { int a, b; };
static _Atomic struct pair here;
static void *setter(void *unused) { struct pair p = {1, 1}; here = p; return 0; }
int main(void) {
    pthread_t t;
    struct pair seen;
    pthread_create(&t, 0, setter, 0);
    seen = here;
    pthread_join(t, 0);
    return seen.a - seen.b;
}
