/* an enumerator that does not fit into an int has the type of its enum; inside the enum, that of its value */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
enum e1 { A = 0x7fffffff };
enum e2 { C = -1, D = 0x80000000 };
enum e3 { E = 1LL << 40 };
enum e4 { F = 'a', G = F + 2, H = sizeof(int) };
enum e5 { X = -1, Y };
enum e6 { I = 0x80000000, J = sizeof(I), K = (I > -1) };
int main(void){ CHECK(J == 4 && K == 0 && (I > -1) == 0);
 CHECK(sizeof(enum e1) == 4 && sizeof(enum e2) == 8 && sizeof(enum e3)==8);
CHECK(G == 'c' && H == 4 && sizeof(H) == 4);
CHECK(D > C);
enum e5 v = X;
CHECK(v < 0);
enum e1 w = A;
CHECK((enum e1)-1 > 0);
CHECK(sizeof(A)==4);
CHECK(sizeof(D) == 8);
CHECK(sizeof(C) == 4);
enum { Z = 5 } z = Z;
CHECK(z == 5);
CHECK(_Generic(E, unsigned long: 1, default: 0));
CHECK(_Generic(C, int: 1, default: 0)); CHECK(_Generic(D, long: 1, default: 0));
CHECK(_Generic(X, int: 1, default: 0));
CHECK(_Generic(F, int: 1, default: 0));
CHECK(_Generic((enum e3)0, unsigned long: 1, default: 0));
return 0; }
