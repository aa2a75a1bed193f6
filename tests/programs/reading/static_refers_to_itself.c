#include <assert.h>
int inc(int x){ return x+1; }
int dec(int x){ return x-1; }
struct node { struct node *next; int (*f)(int); };
int main(int argc, char**argv){ static struct node n = { &n, inc }; if (argc>2) n.f = dec; int r = n.next->f(3); assert(r==4||r==2); return 0; }
