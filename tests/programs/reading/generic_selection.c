/* generic */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int i;
const int ci = 1;
char c;
unsigned u; long l;
int *p;
const int *cp;
char *s;
CHECK(_Generic(i, int: 1, default: 2) == 1);
CHECK(_Generic(ci, int: 1, default: 2) == 1);
CHECK(_Generic(&ci, const int *: 1, int *: 2, default: 3) == 1);
CHECK(_Generic(&i, const int *: 1, int *: 2, default: 3) == 2);
CHECK(_Generic(cp, int *: 1, const int *: 2) == 2);
CHECK(_Generic("a", const char *: 1, char *: 2) == 2);
CHECK(_Generic(c, char: 1, signed char: 2, unsigned char: 3) == 1);
CHECK(_Generic('a', char: 1, int: 2) == 2);
CHECK(_Generic(1L, int: 1, long: 2, long long: 3)==2);
CHECK(_Generic((char)1, default: 5) == 5);
CHECK(_Generic(main, int (*)(void): 1, default: 2) == 1);
CHECK(_Generic(u + l, long: 1, default: 2) == 1);
return 0; }
