/* push, pop, numbers; bit-fields; nested structs; what is in force at the closing brace counts */
extern void reach_error(void);
#pragma pack(push)
#pragma pack(2)
struct a { char c; int i; };
#pragma pack(push, 1)
struct b { char c; struct a a; long long q; };
_Pragma("pack(pop)")
struct c { char c; long long q; };
#pragma pack(pop)
struct d { char c; int i; struct b b; };
#pragma pack(4)
struct e { char c; double d __attribute__((aligned(8))); };
#pragma pack()
struct f { char c; int i; };
int main(void) {
  if (sizeof(struct a) != 6 || sizeof(struct b) != 15 || sizeof(struct c) != 12) reach_error();
  if (sizeof(struct d) != 24 || sizeof(struct e) != 12 || sizeof(struct f) != 8) reach_error();
  if (__builtin_offsetof(struct a, i) != 2 || __builtin_offsetof(struct d, b.a.i) != 11) reach_error();
  return 0;
}
