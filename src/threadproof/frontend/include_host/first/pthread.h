/* The header of the system, with functions for what it makes of buffers for jumps. */
#include_next <pthread.h>
#ifdef pthread_cleanup_push
#undef pthread_cleanup_push
#undef pthread_cleanup_pop
void pthread_cleanup_push(void (*)(void *), void *);
void pthread_cleanup_pop(int);
#define pthread_cleanup_push(function, argument) do { (pthread_cleanup_push)((function), (argument));
#define pthread_cleanup_pop(execute) (pthread_cleanup_pop)(execute); } while (0)
#endif
