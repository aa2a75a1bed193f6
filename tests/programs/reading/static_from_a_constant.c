// GNU C: a constant structure initialises static ones, with all of its members where they are.
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
struct entry { int key, id; char tag[2]; };
static const struct entry none = {.id = -1}, tagged = {.tag = "x"}, zero = {0};
static struct entry one = none, table[2] = {none, tagged}, last = zero;
static const int three = 3;
static int number = three;
int main(void) {
    check(one.key == 0 && one.id == -1 && one.tag[0] == 0);
    check(table[0].id == -1 && table[1].id == 0 && table[1].tag[0] == 'x');
    check(last.id == 0 && number == 3);
    return 0;
}
