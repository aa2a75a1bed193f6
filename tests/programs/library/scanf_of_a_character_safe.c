#include <stdio.h>

extern void reach_error(void);

int main(void) {
    char c;
    int n;
    if (scanf("%c", &c) == 0)
        reach_error();
    if (scanf(" %c", &c) == 0)
        reach_error();
    if (scanf("%d%c", &n, &c) == 3)
        reach_error();
    if (__atomic_always_lock_free(3, 0) || __atomic_always_lock_free(16, 0))
        reach_error();
    return 0;
}
