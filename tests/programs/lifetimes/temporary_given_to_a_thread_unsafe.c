// The value of the call ends with the expression, that is, when the thread has been created.
#include <pthread.h>

struct row {
    int cells[2];
};

static struct row make(int n) {
    struct row row = {{n, n + 1}};
    return row;
}

void *work(void *arg) {
    int *cells = arg;
    return cells[1] ? 0 : arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, make(1).cells);
    pthread_join(t, 0);
    return 0;
}
