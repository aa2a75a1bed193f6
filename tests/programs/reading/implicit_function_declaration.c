/* implicit function declaration */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { CHECK(later(3) == 4);
return 0; }
int later(int x) { return x + 1; }
