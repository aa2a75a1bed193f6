#include <pthread.h>
pthread_key_t k; int n;
void d(void *p) { n = *(int *)p; }
void *a(void *x) { int local = 1; pthread_setspecific(k, &local); pthread_exit(0); }
int main(void) { pthread_t p; pthread_key_create(&k, d); pthread_create(&p, 0, a, 0); pthread_join(p, 0); return 0; }
