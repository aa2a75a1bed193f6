/* goto in and out */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int i = 0, s = 0; loop: if (i < 5) { s += i; i++; goto loop; }
CHECK(s == 10); { int k = 0; inner: k++; if (k < 3) goto inner;
CHECK(k == 3); } if (0) { into: s = 99; } else s = 1; if (s == 1) goto into;
CHECK(s == 99);
return 0; }
