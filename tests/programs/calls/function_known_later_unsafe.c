// What a function behind a pointer does counts also if the pointer gets to it through another such call.
extern void reach_error(void);
static int a = 1, b = 2;
static int *shown = &a;
static void (*next)(void);
static void show(void) { shown = &b; }
static void arm(void) { next = show; }
static void (*first)(void) = arm;
int main(void) {
    first();
    next();
    if (*shown == 2)
        reach_error();
    return 0;
}
