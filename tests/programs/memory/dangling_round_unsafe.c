// The local of the last round has ended, even if that of this round is in the same place.
int *last;

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1)
            *last = 5;
        last = &x;
    }
    return 0;
}
