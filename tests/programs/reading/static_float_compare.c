/* static float compare */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int x = 1.5 > 1.0;
int y = !0.5;
int z = 0.1 && 1;
int main(void) { CHECK(x == 1 && y == 0 && z == 1);
return 0; }
