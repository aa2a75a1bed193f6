// A structure is not atomic because a member is.
#include <pthread.h>
static struct pair { _Atomic int a; int b; } here, there;
static void *setter(void *unused) { here.a = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    there = here;
    pthread_join(t, 0);
    return 0;
}
