/* int128 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ __int128 a = 1; a <<= 100;
CHECK((a >> 90) == 1024);
unsigned __int128 u = -1;
CHECK(u >> 64 == 0xffffffffffffffffULL);
CHECK(sizeof a == 16); __int128 b = (__int128)0x7fffffffffffffffLL * 4;
CHECK(b / 4 == 0x7fffffffffffffffLL);
CHECK(a > b);
return 0; }
