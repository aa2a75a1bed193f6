/* attributes in odd places */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct __attribute__((packed)) a { char c;
int i; };
struct b { char c;
int i __attribute__((packed)); } __attribute__((aligned(16)));
typedef int u32u __attribute__((aligned(1)));
struct c { char c; u32u x; };
struct d { char c; u32u x[2]; } ;
typedef struct { char c; } __attribute__((aligned(8))) e;
struct f { char a;
struct { char q;
int r; } __attribute__((packed)) b; };
enum __attribute__((packed)) g { G1 };
struct h { char a; _Alignas(16) char b; } ;
struct __attribute__((aligned(4))) i { char c; };
int main(void){ CHECK(sizeof(struct a)==5);
CHECK(sizeof(struct b)==16);
CHECK(sizeof(struct c)==5);
CHECK(sizeof(struct d)==9);
CHECK(sizeof(e)==8 && _Alignof(e)==8);
CHECK(sizeof(struct f)==6);
CHECK(sizeof(enum g)==1);
CHECK(sizeof(struct h)==32);
CHECK(sizeof(struct i)==4);
CHECK(_Alignof(u32u)==1);
int x __attribute__((aligned(32)));
CHECK(__alignof__(x)==32);
CHECK(_Alignof(struct c)==1);
return 0; }
