/* memset strlen odd */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern int strlen();
char *memset();
int main(void) { char b[4]; memset(b, 'a', 3); b[3] = 0;
CHECK(strlen(b) == 3);
return 0; }
