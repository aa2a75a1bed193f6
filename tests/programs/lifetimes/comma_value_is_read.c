#include <pthread.h>
struct pair { int a, b; } volatile s;
void *worker(void *a) {
    s.b = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int x = (s.b, 0);
    pthread_join(t, 0);
    return x;
}
