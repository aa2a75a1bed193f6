/* enum and struct forward */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct node;
typedef struct node node;
struct node { node *next;
int v; };
enum color { RED, GREEN = RED + 3, BLUE };
int main(void){ node b = { 0, 2 }, a = { &b, 1 };
CHECK(a.next->v == 2);
enum color c = BLUE;
CHECK(c == 4);
struct inner { enum { P, Q } e; } i = { Q };
CHECK(i.e == 1 && Q == 1); { enum { P = 9 };
CHECK(P == 9); }
CHECK(P==0); { struct node { int z; };
CHECK(sizeof(struct node)==4); }
CHECK(sizeof(struct node)==16);
return 0; }
