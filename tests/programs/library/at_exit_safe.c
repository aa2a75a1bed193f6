// _Exit and abort run nothing; the order is the reverse of the calls.
#include <assert.h>
#include <stdlib.h>
int x;
void first(void) { assert(x == 2); }
void second(void) { assert(x++ == 1); }
void third(void) { x++; }
void (*functions[2])(void) = {second, third};
int main(void) {
  atexit(first);
  for (int i = 0; i < 2; i++)
    atexit(functions[i]);
  if (x)
    _Exit(0);
  exit(0);
}
