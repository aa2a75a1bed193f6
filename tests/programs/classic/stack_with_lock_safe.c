// A small stack: the test for emptiness and the pop belong into one critical section.
#include <pthread.h>
extern void reach_error(void);

static int stack[3], top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void push(int v) {
    pthread_mutex_lock(&m);
    stack[top++] = v;
    pthread_mutex_unlock(&m);
}

static void *popper(void *arg) {
    int empty;
    (void)arg;
    pthread_mutex_lock(&m);
    empty = top == 0;
    if (!empty) {
        if (top == 0)
            reach_error();
        else
            stack[--top] = 0;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    push(7);
    pthread_create(&a, 0, popper, 0);
    pthread_create(&b, 0, popper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
