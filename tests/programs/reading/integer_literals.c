/* integer literals 2 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ CHECK(_Generic(0x80000000, unsigned: 1, default: 0));
CHECK(_Generic(2147483648, long: 1, default: 0));
CHECK(_Generic(0xffffffffffffffff, unsigned long: 1, default: 0));
CHECK(_Generic(1ull, unsigned long long: 1, default: 0));
CHECK(_Generic(1LLU, unsigned long long: 1, default: 0));
CHECK(_Generic(017777777777, int:1, default: 0));
CHECK(_Generic(037777777777, unsigned:1, default: 0));
CHECK(_Generic(0b11u, unsigned: 1, default:0));
CHECK(0b1011 == 11 && 0x1F == 31 && 010 == 8);
CHECK(-2147483648 < 0);
CHECK(-1 < 0u == 0);
CHECK(0xfU == 15);
CHECK(sizeof(1.0f)==4 && sizeof(1.)==8 && sizeof(.5l)==16);
CHECK(_Generic(1.0f, float: 1, default: 0));
CHECK(_Generic(9223372036854775807, long: 1, default: 0));
CHECK(_Generic(0x8000000000000000, unsigned long: 1, default: 0));
return 0; }
