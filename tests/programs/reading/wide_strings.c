/* wide strings */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int w[] = L"ab\x1234";
unsigned short s[4] = u"x\u00e9y";
unsigned u[] = U"\U0001F600";
unsigned short t[] = u"\U0001F600";
int main(void){ CHECK(sizeof w == 16 && w[2] == 0x1234 && w[3] == 0);
CHECK(s[1] == 0xe9 && s[3] == 0);
CHECK(u[0] == 0x1F600);
CHECK(sizeof t == 6);
CHECK(sizeof("a" L"b") == 12);
CHECK(L'\xffff' == 0xffff && u'\xffff' == 0xffff);
CHECK(L'ab' == 'b');
return 0; }
