int main(int argc, char **argv) {
    switch (argc) {
        int x;
    case 1: {
        int *p = &x;
        *p = 1;
        break;
    }
    default:
        x = 0;
    }
    return 0;
}
