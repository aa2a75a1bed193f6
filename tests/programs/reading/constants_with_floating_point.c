// Constants are rounded to their type, once.
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
enum {
    literal = (int)16777217.0f,
    different = 0.1f == 0.1,
    narrowed = (float)0.1 == 0.1,
    sum = (int)(16777216.0f + 1.0f),
    third = 1.0f / 3 == 1.0 / 3,
    middle = 8388609.5f == 8388610.0f,
    converted = (float)16777217 == 16777216.0f,
    exact = (int)2.5L
};
int main(void) {
    check(literal == 16777216 && different == 0 && narrowed == 0 && sum == 16777216);
    check(third == 0 && middle == 1 && converted == 1 && exact == 2);
    return 0;
}
