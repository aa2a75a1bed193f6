/* compound assignment conversions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ char c = 100; c += 100;
CHECK(c == -56);
unsigned char u = 200; u *= 2;
CHECK(u == 144);
int i = 7; i /= 2u;
CHECK(i == 3); i = -7; i /= 2u;
CHECK(i == 2147483644); short s = -1; s >>= 1;
CHECK(s == -1);
unsigned short us = 0xffff; us <<= 1;
CHECK(us == 0xfffe); us = ~us;
CHECK(us == 1);
int x = 5; x -= x -= 1; long l = 1; l <<= 40;
CHECK(l == 1L << 40);
int *p = (int[3]){1,2,3}; p += 2;
CHECK(*p == 3); p -= 1u;
CHECK(*p == 2); _Bool b = 1; b += 1;
CHECK(b == 1); b -= 1;
CHECK(b == 0);
return 0; }
