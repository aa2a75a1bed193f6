/* Nobody looks at what is not returned. */
#include <pthread.h>
extern void reach_error(void);
int x;
int f(void) {
    x++;
}
void *t(void *p) {
    f();
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    for (int i = 0; i < 2; i++)
        f();
    if (x != 3)
        reach_error();
    return 0;
}
