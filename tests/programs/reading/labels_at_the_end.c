/* labels without statement at end */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int i = 0; { if (i == 0) goto end; i = 99; end: ; }
CHECK(i == 0);
switch (i) { default: break; case 3: ; }
return 0; }
