// An index that is computed with a sign error.
static int v[5];

static int wrap(int i) { return i % 5; }

int main(void) {
    for (int i = -2; i < 3; i++)
        v[wrap(i)]++;
    return 0;
}
