// Arguments are evaluated from left to right, those of library functions, too.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

char to[4], from[4];
int order;

char *first(char *p) {
    order = 10 * order + 1;
    return p;
}

int second(int n) {
    order = 10 * order + 2;
    return n;
}

char *source(char *p) {
    order = 10 * order + 2;
    return p;
}

int third(int n) {
    order = 10 * order + 3;
    return n;
}

pthread_attr_t attributes;

pthread_attr_t *those(void) {
    order = 10 * order + 1;
    return &attributes;
}

int main(void) {
    memset(first(to), second(0), third(4));
    assert(order == 123);
    order = 0;
    memcpy(first(to), source(from), third(4));
    assert(order == 123);
    order = 0;
    memmove(first(to), source(from), third(2));
    assert(order == 123);
    order = 0;
    write(second(1), first(to), third(1));
    assert(order == 213);
    order = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(those(), second(0));
    assert(order == 12);
    return 0;
}
