// A global array and an index from a table.
static int v[3] = {1, 2, 3};
static int at[2] = {2, 3};

int main(void) {
    int s = 0;
    for (int i = 0; i < 2; i++)
        s += v[at[i]];
    return s == 0;
}
