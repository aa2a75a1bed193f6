extern void reach_error(void);

int x;
void a(void) __attribute__((constructor(150)));
__attribute__((constructor)) void a(void) { x = x * 10 + 1; }
static void __attribute__((constructor)) b(void) { x = x * 10 + 2; }
void c(void), d(void) __attribute__((constructor(160)));
void c(void) { x = x * 10 + 3; }
void d(void) { x = x * 10 + 4; }

int main(void) {
    if (x != 142)
        reach_error();
    return 0;
}
