/* a thread that a constructor starts runs beside main */
#include <pthread.h>
#include <assert.h>
int x; pthread_t t;
static void *set(void *a) { x = 1; return 0; }
__attribute__((constructor)) static void before(void) { pthread_create(&t, 0, set, 0);  }
int main(void) { assert(x == 1); return 0; }
