#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
void init(void) {}
void (*routine)(void) = init;
int main(int argc, char **argv) {
    if (argc == 2)
        routine = 0;
    pthread_once(&once, routine);
    return 0;
}
