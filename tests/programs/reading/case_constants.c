/* case constants */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
enum { A = 1, B = A << 3 };
int f(long x) { switch (x) { case A: return 1; case B | 2: return 2; case -1: return 3; case 'c': return 4; case sizeof(int) * 100: return 5; case 0x100000000L: return 6; default: return 0; } }
int g(unsigned char c) { switch (c) { case 255: return 1; case 300 & 0xff: return 2; }
return 0; }
int h(unsigned x) { switch (x) { case -1: return 1; }
return 0; }
int main(void){ CHECK(f(1)==1 && f(10)==2 && f(-1)==3 && f('c')==4 && f(400)==5 && f(0x100000000L)==6 && f(7)==0);
CHECK(g(255)==1 && g(44)==2);
CHECK(h(~0u)==1);
return 0; }
