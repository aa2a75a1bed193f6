// What comes first is evaluated first: the place, also if a later argument moves on.
#include <stdatomic.h>
#include <semaphore.h>
#include <string.h>
extern void reach_error(void);
static _Atomic int a[3];
static sem_t s[2];
static char text[4];
int main(void) {
    int i = 0, v = -1;
    atomic_store(&a[i], ({ i++; 7; }));
    if (a[0] != 7 || a[1] != 0)
        reach_error();
    atomic_fetch_add(&a[i], i++ + 1);
    if (a[1] != 2 || a[2] != 0)
        reach_error();
    i = 0;
    sem_init(&s[i], 0, ++i);
    sem_getvalue(&s[0], &v);
    if (v != 1)
        reach_error();
    i = 0;
    memset(&text[i], 'a' + i++, 2);
    if (text[0] != 'a' || text[1] != 'a' || text[2] != 0)
        reach_error();
    return 0;
}
