#include <pthread.h>
#include <stdlib.h>
pthread_key_t k;
void d(void *p) { ; }
void *a(void *x) { pthread_setspecific(k, malloc(4)); return 0; }
int main(void) { pthread_t p; pthread_key_create(&k, d); pthread_create(&p, 0, a, 0); pthread_join(p, 0); return 0; }
