/* pointer to pointer and arrays of pointers */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int a = 1, b = 2, *p[2] = { &a, &b }, **pp = p;
CHECK(**pp == 1 && *pp[1] == 2 && **(pp + 1) == 2); *pp = &b;
CHECK(*p[0] == 2);
int ***q = &pp;
CHECK(***q == 2);
char *s[] = { "ab", "cd" }, **t = s;
CHECK(*t[1] == 'c' && *++*t == 'b');
return 0; }
