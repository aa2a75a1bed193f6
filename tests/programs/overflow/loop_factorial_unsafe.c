// 12! fits, 13! does not.
int main(void) {
    int f = 1;
    for (int i = 1; i <= 13; i++)
        f *= i;
    return f == 0;
}
