#include <limits.h>

int n = INT_MAX;
static int f(int a[n + 1]) { return 0; }

int main(void) { return f(0); }
