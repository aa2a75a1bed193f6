// Members may have the names that the state of their object has in the model.
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>
struct s { int live, size, round, place; struct {struct s *obj; int unset, off;} next; } *g;
void *f(void *a) { struct s *p = malloc(sizeof *p); p->live=1; p->size=2; p->round=3; p->place=4; p->next.unset=5; g = p; return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); assert(g->live==1 && g->size==2 && g->round==3 && g->next.unset==5); struct s*q=g->next.obj; free(g); return q==q; }
