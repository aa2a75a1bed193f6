#include <assert.h>
int x;
static void c(int *p) { x = *p; }
int main(void) { { __attribute__((cleanup(c))) int v = 3; } assert(x == 3); return 0; }
