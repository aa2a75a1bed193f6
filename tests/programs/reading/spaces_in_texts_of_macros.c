// `#` sees the spaces around what was replaced, also where nothing is left of it.
extern void reach_error(void);
#define EMPTY
#define ID(x) x
#define NEXT EMPTY b
#define NONE() EMPTY
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)
#define OPTIONAL(...) a __VA_OPT__(b __VA_ARGS__)
#define BEFORE(x) [x y]
#define BOTH(x, y) x y
#define GLUED(x, y) [ x##y]

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int main(void) {
    if (!same(TEXT(+ EMPTY+), "+ +")) reach_error();
    if (!same(TEXT([EMPTY EMPTY]), "[ ]")) reach_error();
    if (!same(TEXT(- ID()+), "- +")) reach_error();
    if (!same(TEXT([ID(a EMPTY)]), "[a ]")) reach_error();
    if (!same(TEXT([NEXT] EMPTY;), "[ b] ;")) reach_error();
    if (!same(TEXT(NONE EMPTY()x), "NONE ()x")) reach_error();
    if (!same(TEXT([ID EMPTY]), "[ID ]")) reach_error();
    if (!same(TEXT(OPTIONAL(c EMPTY)&), "a b c &")) reach_error();
    if (!same(TEXT(GLUED(, c)GLUED(c, )GLUED(c, d)), "[ c][ c][ cd]")) reach_error();
    if (!same(TEXT(BEFORE()), "[ y]")) reach_error();
    if (!same(TEXT(BOTH(ID, )z), "ID z")) reach_error();
    return 0;
}
