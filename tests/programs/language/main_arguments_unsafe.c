// main with parameters that it does not use, and an early return.
extern void reach_error(void);

int main(int argc, char *argv[]) {
    int done = 1;
    (void)argc;
    (void)argv;
    if (!done)
        return 0;
    reach_error();
    return 0;
}
