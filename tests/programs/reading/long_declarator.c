/* long declarator */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int (*(*fpp)(int (*)(int), int))(int);
static int id(int x) { return x; }
static int (*sel(int (*a)(int), int b))(int) { return a; }
int main(void){ fpp = sel;
CHECK(fpp(id, 1)(7) == 7);
int *const *pp;
int v = 3;
int *const pv = &v; pp = &pv;
CHECK(**pp == 3);
char *(*arr[2])(void) = {0};
CHECK(!arr[0]);
const volatile unsigned long int long x = 5;
CHECK(sizeof x == 8 && x == 5);
unsigned short int us = 65535; us++;
CHECK(us == 0); long signed int l = -1;
CHECK(l < 0);
return 0; }
