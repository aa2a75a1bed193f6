/* string concatenation and prefixes */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ const char *s = "ab" "c" "\x41" "1";
CHECK(s[3] == 'A' && s[4] == '1' && s[5] == 0);
CHECK(sizeof("a" "b") == 3);
CHECK(sizeof(u8"ab") == 3);
CHECK("abc"[1] == 'b');
CHECK(1["abc"] == 'b');
CHECK(sizeof "\0\0" == 3);
CHECK("\1011"[0] == 'A' && "\1011"[1] == '1');
CHECK(sizeof("\x41" "42") == 4);
char a[] = "q""w";
CHECK(sizeof a == 3);
char b[2] = "xy";
CHECK(b[1]=='y');
CHECK(sizeof(L"ab") == 12);
CHECK(sizeof(u"ab") == 6);
CHECK(sizeof(U"ab") == 12);
return 0; }
