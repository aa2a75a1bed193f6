/* shadowing */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int x = 1;
int f(int x) { { int x = 3; x++; }
return x; }
int main(void){ CHECK(f(5)==5);
int x = x = 4;
CHECK(x==4);
for (int x = 0; x < 2; x++) { int x = 9;
CHECK(x==9); }
CHECK(x==4); { extern int x;
CHECK(x==1); }
return 0; }
