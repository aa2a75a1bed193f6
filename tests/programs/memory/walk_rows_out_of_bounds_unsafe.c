// One element behind the last row.
int a[2][3];

int main(void) {
    int *p = &a[1][0];
    for (int i = -3; i < 4; i++)
        p[i] = i;
    return 0;
}
