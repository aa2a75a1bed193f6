static int f(int *p, int a[*p]) { return 0; }

int main(void) { return f(0, 0); }
