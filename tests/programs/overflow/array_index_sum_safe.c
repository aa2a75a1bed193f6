// A sum over an array.
static int v[3] = {2000000000, -2000000000, 2000000000};

int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += v[i];
    return s == 0;
}
