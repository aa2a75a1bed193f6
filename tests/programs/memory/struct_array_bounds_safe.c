// The last element of an array of structs.
struct rec { int key, val; };
static struct rec t[2];

int main(void) {
    struct rec *p = t;
    for (int n = 0; n < 2; n++, p++)
        p->val = n;
    return 0;
}
