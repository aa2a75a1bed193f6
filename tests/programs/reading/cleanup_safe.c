/* a cleanup function runs wherever the scope of its variable is left */
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
int log;
static void add(int *p) { log = log * 10 + *p; }
#define auto_ __attribute__((cleanup(add)))
static int value(void) { auto_ int a = 1; auto_ int b = 2; return log; }
static int early(int x) { auto_ int a = 1; { auto_ int b = 2; if (x) return a + b; } auto_ int c = 3; return c; }
static void jumps(int x) { int n = 0; again: ; auto_ int a = 4; n++; if (n < x) goto again; { auto_ int b = 5; if (x == 2) goto out; } log *= 2; out: ; }
int main(void) {
  { auto_ int v = 3; } assert(log == 3); log = 0;
  assert(value() == 0); assert(log == 21); log = 0;
  assert(early(1) == 3); assert(log == 21); log = 0;
  assert(early(0) == 3); assert(log == 231); log = 0;
  jumps(1); assert(log == 104); log = 0;
  jumps(2); assert(log == 454); log = 0;
  for (int i = 0; i < 3; i++) { auto_ int v = i + 1; if (i == 0) continue; if (i == 1) break; log = 99; }
  assert(log == 12); log = 0;
  for (auto_ int i = 7; i < 9; i++) { auto_ int k = 1; }
  assert(log == 119); log = 0;
  int y = ({ auto_ int v = 5; log + v; }); assert(y == 5 && log == 5); log = 0;
  switch (y) { case 5: { auto_ int q = 6; break; } default: log = 1; } assert(log == 6); log = 0;
  int i = 0; while (i++ < 2) { auto_ int z = i; switch (i) { case 1: continue; } } assert(log == 12); log = 0;
  { int a __attribute__((cleanup(add))) = 1, b = 2; __attribute__((cleanup(add))) int c = 3, d = 4; } assert(log == 431);
  return 0;
}
