// Each job has its own kind of argument; only the pairs tell which.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct small { int x; };
struct large { long y[3]; };
struct job { void (*run)(void *); void *argument; };
static void run_small(void *p) { struct small *s = p; if (s->x != 1) reach_error(); free(s); }
static void run_large(void *p) { struct large *l = p; if (l->y[2] != 3) reach_error(); free(l); }
static void *worker(void *p) {
    struct job *j = p;
    for (int i = 0; i < 2; i++)
        j[i].run(j[i].argument);
    return 0;
}
int main(void) {
    struct small *s = malloc(sizeof *s);
    struct large *l = malloc(sizeof *l);
    if (!s || !l)
        abort();
    s->x = 1;
    l->y[2] = 2;
    struct job jobs[2] = {{run_small, s}, {run_large, l}};
    pthread_t t;
    pthread_create(&t, 0, worker, jobs);
    pthread_join(t, 0);
    return 0;
}
