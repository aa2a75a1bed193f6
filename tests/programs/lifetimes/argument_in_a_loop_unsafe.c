#include <assert.h>
#include <pthread.h>

struct task {
    int in, out;
};

void *run(void *arg) {
    struct task *task = arg;
    task->out = task->in + 1;
    return 0;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct task task = {i, 0};
        pthread_t t;
        pthread_create(&t, 0, run, &task);
        pthread_join(t, 0);
        assert(task.out < 3);
    }
    return 0;
}
