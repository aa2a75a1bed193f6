// Conversions round to the nearest, once, and to integers towards zero.
extern void reach_error(void);

struct part { char c; float f; double d; int n; } part = {1, 0.1f, 0.1, 3};
long long large = 0x4000004000000001;
float singles[2] = {16777217, 0x1.8p-2};

int main(void) {
    struct part copy = part;
    copy.n *= 1.5;
    copy.f++;
    if (part.f == part.d || (double)part.f != 0.10000000149011612 || copy.n != 4 || copy.f != 1.1f)
        reach_error();
    if ((float)large != 0x1.000002p62f || (float)(double)large != 0x1p62f)
        reach_error();
    if (singles[0] != 16777216 || singles[1] != 0.375 || (int)-2.9 != -2 || (unsigned char)255.9f != 256)
        reach_error();
    return 0;
}
