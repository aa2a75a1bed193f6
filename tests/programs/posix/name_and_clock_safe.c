#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

int main(void) {
    char name[16];
    clockid_t clock;
    assert(pthread_getcpuclockid(pthread_self(), &clock) == 0);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    if (!pthread_getname_np(pthread_self(), name, sizeof name))
        assert(strlen(name) < 16);
    return 0;
}
