#ifndef _TP_FTHREAD_H
#define _TP_FTHREAD_H
#include <pthread.h>
typedef unsigned long ft_thread_t;
typedef unsigned long ft_scheduler_t;
typedef unsigned long ft_event_t;
typedef void (*ft_executable_t)(void *);
#define OK 0
#define EBADMEM 1
#define ETIMEOUT 2
#define ENEXT 3
#define EBADLINK 4
#define EBADCREATE 5
ft_scheduler_t ft_scheduler_create(void);
ft_thread_t ft_thread_create(ft_scheduler_t, ft_executable_t, ft_executable_t, void *);
ft_event_t ft_event_create(ft_scheduler_t);
int ft_scheduler_start(ft_scheduler_t);
int ft_scheduler_stop(ft_thread_t);
int ft_scheduler_suspend(ft_thread_t);
int ft_scheduler_resume(ft_thread_t);
int ft_scheduler_broadcast(ft_event_t);
int ft_scheduler_broadcast_value(ft_event_t, void *);
int ft_thread_generate(ft_event_t);
int ft_thread_generate_value(ft_event_t, void *);
int ft_thread_cooperate(void);
int ft_thread_cooperate_n(int);
int ft_thread_join(ft_thread_t);
int ft_thread_join_n(ft_thread_t, int);
int ft_thread_await(ft_event_t);
int ft_thread_await_n(ft_event_t, int);
int ft_thread_select(int, ft_event_t *, int *);
int ft_thread_select_n(int, ft_event_t *, int *, int);
int ft_thread_get_value(ft_event_t, int, void **);
int ft_thread_link(ft_scheduler_t);
int ft_thread_unlink(void);
ft_thread_t ft_thread_self(void);
ft_scheduler_t ft_thread_scheduler(void);
pthread_t ft_pthread(ft_thread_t);
int ft_thread_mutex_lock(pthread_mutex_t *);
int ft_thread_mutex_unlock(pthread_mutex_t *);
void ft_exit(void) __attribute__((__noreturn__));
#endif
