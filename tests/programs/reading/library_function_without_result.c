/* void memset */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void memset();
int main(void) { char b[4]; memset(b, 1, 4);
CHECK(b[2] == 1);
return 0; }
