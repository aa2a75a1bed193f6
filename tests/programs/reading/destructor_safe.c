#include <assert.h>
int x;
__attribute__((destructor)) static void after(void) { assert(x == 1); }
int main(void) { x = 1; return 0; }
