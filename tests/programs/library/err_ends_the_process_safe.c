// A text, with what errno means or without, and the end; a format may be missing.
#include <assert.h>
#include <err.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char name[2] = "a";
  int x = __VERIFIER_nondet_int();
  warnx("%s %d", name, x);
  warn("%s", name);
  warn(0);
  if (x == 1) {
    err(1, "%s", name);
    assert(0);
  }
  if (x == 2)
    errx(2, (const char *)0);
  assert(x != 1 && x != 2);
  return 0;
}
