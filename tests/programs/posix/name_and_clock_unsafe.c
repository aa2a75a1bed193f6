#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void) {
    char name[16];
    if (!pthread_getname_np(pthread_self(), name, sizeof name))
        assert(name[0] == 'm');
    return 0;
}
