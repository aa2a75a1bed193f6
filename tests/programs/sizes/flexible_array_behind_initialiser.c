struct s {
    int n;
    int a[];
};
struct s x = {2, {5, 6}};

int main(void) {
    int i = x.n;
    return x.a[i];
}
