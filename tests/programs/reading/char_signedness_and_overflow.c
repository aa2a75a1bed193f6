/* char signedness and overflow */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ char c = 200;
CHECK(c == -56);
unsigned char u = -1;
CHECK(u == 255); u++;
CHECK(u==0); u = 255;
CHECK(u + 1 == 256); short s = 32767; s++;
CHECK(s == -32768); c = 127; c += 1;
CHECK(c == -128);
CHECK((unsigned char)300 == 44);
CHECK((signed char)u == -1);
unsigned x = -1;
CHECK(x == 4294967295u);
CHECK(x > 0 && -1 > 0u); long l = x;
CHECK(l == 4294967295L);
int i = (int)x;
CHECK(i == -1);
CHECK((unsigned short)-1 >> 4 == 4095);
CHECK(-1 >> 4 == -1);
CHECK((u << 24) == (int)0xff000000);
CHECK((char)-1 == (unsigned char)-1 == 0);
return 0; }
