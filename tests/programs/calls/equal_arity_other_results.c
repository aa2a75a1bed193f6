// Functions with as many arguments and other results: each pointer is called at its own type.
#include <assert.h>
#include <pthread.h>
int x;
struct pair { int a, b; };
int *place(int *p) { return p; }
int more(int *p) { return ++*p; }
struct pair twice(int *p) { struct pair r = {*p, *p}; return r; }
void *thread(void *p) { return 0; }
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void *first(int *a, int *b) { return a; }
int *(*f)(int *) = place;
int (*g)(int *) = more;
struct pair (*h)(int *) = twice;
int (*c)(const void *, const void *) = compare;
void *(*k)(int *, int *) = first;
int main(void) {
    pthread_t t;
    int a[2] = {3, 9};
    pthread_create(&t, 0, thread, 0);
    int *q = f(&x);
    assert(g(q) == 1);
    struct pair p = h(q);
    assert(p.a == 1 && p.b == 1);
    assert(c(&a[0], &a[1]) < 0 && k(a, a + 1) == a);
    return 0;
}
