/* labels at end of blocks and declarations after labels */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int i = 0; { again: ;
int k = i; i++; if (k < 3) goto again;
CHECK(k == 3); } { goto end; i = 99; end: ; }
CHECK(i == 4); { if (i) goto e2; i = 7; e2: {} }
switch (i) { case 4: ;
int q = 2;
CHECK(q==2); break; default: ; }
CHECK(i==4);
return 0; }
