// From the last member of the last structure there is one step out.
struct pair { int x, y; } a[2];

int main(void) {
    int *p = &a[0].y;
    for (int i = 0; i < 4; i++)
        *p++ = i;
    return 0;
}
