// A thread that has ended has no name: errno says why.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <errno.h>
#include <assert.h>
void *th(void *a) { return 0; }
int main(void) { pthread_t t; char b[16]; pthread_create(&t, 0, th, 0); sleep(1); errno = 0;
 if (pthread_getname_np(t, b, 16)) assert(errno == 0); return 0; }
