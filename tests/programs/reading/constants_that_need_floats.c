/* constants that need floats */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int x = (int)(1.5 * 2 + 0.25);
int y = 10.0 / 4;
int main(void) { CHECK(x == 3 && y == 2);
return 0; }
