/* increments of odd types */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ unsigned char c = 255;
CHECK(c++ == 255 && c == 0); signed char s = -128; s--;
CHECK(s == 127); short h = 32767;
CHECK(++h == -32768); _Bool b = 0; b++; b++;
CHECK(b == 1);
enum e { X, Y } e = X; e++;
CHECK(e == Y);
unsigned u = 0; u--;
CHECK(u == 4294967295u); long long ll = -1; ll++;
CHECK(ll == 0);
char *p = "abc"; p++;
CHECK(*p == 'b');
CHECK(*p++ == 'b' && *p == 'c');
return 0; }
