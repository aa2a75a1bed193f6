int main(int argc, char **argv) {
    int *p = 0;
    switch (argc) {
        int x;
    case 1:
        x = 1;
        p = &x;
        break;
    default:
        x = 0;
    }
    return p ? *p : 0;
}
