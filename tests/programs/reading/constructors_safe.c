/* functions run before main and after it, by priority; then in the order of the text, and backwards */
extern void reach_error(void);
extern void exit(int);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
int n, order;
static void third(void) __attribute__((constructor));
static void third(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
static __attribute__((__constructor__(150))) void first(void) { order = order * 10 + 1; }
static void __attribute__((constructor, destructor)) both(void) { if (n == 0) order = order * 10 + 4; else assert(n == 8); }
__attribute__((destructor(150))) static void last(void) { assert(n == 9); }
__attribute__((destructor(200))) static void before_last(void) { assert(n == 8); n = 9; }
__attribute__((destructor)) static void middle(void) { assert(n == 7); n++; }
int main(int argc, char **argv) { assert(order == 1234); n = 6; if (argc > 2) { n = 7; exit(0); } n++; return 0; }
