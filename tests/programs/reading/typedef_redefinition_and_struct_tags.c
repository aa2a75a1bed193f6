/* typedef redefinition and struct tags */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int I;
typedef int I;
typedef struct s S;
typedef struct s S;
struct s { I a; };
typedef struct s s;
int s_;
int main(void){ S x = { 1 };
struct s y = x; s z = y;
CHECK(z.a==1);
int I = 3;
CHECK(I == 3); { typedef char I; I c = 300;
CHECK(c == 44 && sizeof(I)==1); }
return 0; }
