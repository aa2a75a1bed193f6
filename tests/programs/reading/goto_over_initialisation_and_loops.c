/* goto over initialisation and loops */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int n = 0;
for (int i = 0; i < 3; i++) { if (i == 1) goto next; n += 10; next: n++; }
CHECK(n == 23); { int k; goto skip; k = 5; skip: k = 1; n = k; }
CHECK(n == 1);
return 0; }
