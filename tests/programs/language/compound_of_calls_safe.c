// In `x op= f()` the old value of x is read after the call.
#include <assert.h>
int a[3], x;
int h(void) { x = 40; return 1; }
_Atomic int ax; int ha(void){ ax = 40; return 1; }
struct { int m : 7; } s; int hs(void) { s.m = 40; return 1; }
int main(void) {
  x += h(); assert(x==41); x=0;
  ax += ha(); assert(ax==41);
  s.m += hs(); assert(s.m==41);
  x = 0; x += ({ x = 5; 1; }); assert(x==6);
  int l = 0; l += ({ l = 5; 1; }); assert(l==6);
  int *q = a; q += ({ q = a + 1; 1; }); assert(q == a + 2);
  return 0;
}
