/* switch without braces */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int r = 0, x = 2;
switch (x) case 2: r = 5;
CHECK(r==5);
switch (x) default: r = 6;
CHECK(r==6);
switch (x) { int y; case 1: r = 1; case 2: y = 3; r += y; break; default: ; }
CHECK(r==9);
switch (x) { case 1 ... 3: r = 7; }
CHECK(r==7);
switch (x) { if (0) { case 2: r = 8; } }
CHECK(r==8);
switch (x) while (0) { case 2: r = 11; }
CHECK(r == 11);
int n = 5, c = 0;
switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; }
while ((n -= 4) > 0); }
CHECK(c == 5);
return 0; }
