/* bit field promotions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct b { unsigned u3:3;
int s3:3;
unsigned u32:32;
unsigned long ul40:40; _Bool b1:1;
unsigned char uc:5; };
int main(void){ struct b v;
CHECK(_Generic(v.u3 + 0, int: 1, default: 0));
CHECK(_Generic(+v.u32, unsigned: 1, default: 0));
CHECK(_Generic(+v.uc, int: 1, default: 0));
CHECK(_Generic(v.b1 + v.b1, int:1, default:0));
CHECK(_Generic(v.u3 ? v.u3 : v.u3, int:1, default: 0));
CHECK(_Generic(v.u3 << 1, int:1,default:0));
CHECK(sizeof(+v.u3) == 4);
return 0; }
