/* shifts */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ CHECK((1 << 4) == 16 && (-16 >> 2) == -4);
unsigned u = 0x80000000;
CHECK(u >> 31 == 1 && (int)u >> 31 == -1);
CHECK(sizeof(1 << 1LL) == 4 && sizeof(1L << 1) == 8);
unsigned char c = 0xf0;
CHECK((c << 4) == 0xf00 && (unsigned char)(c << 4) == 0);
CHECK((~c & 0xff) == 0x0f);
CHECK((1ULL << 63) >> 63 == 1); short s = -1;
CHECK((unsigned short)s >> 8 == 255);
return 0; }
