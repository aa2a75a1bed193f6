/* hex octal escapes in strings */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ char s[] = "\x41\102\0\n\\\"\'\?"; CHECK(sizeof s == 9 && s[0]=='A' && s[1]=='B' && s[2]==0 && s[3]==10 && s[4]=='\\' && s[5]=='"' && s[7]=='?'); CHECK("\18"[0] == 1 && "\18"[1] == '8'); char t[] = "a\
b"; CHECK(sizeof t == 3); CHECK(sizeof("é") == 3); CHECK(sizeof("\u00e9") == 3); return 0; }
