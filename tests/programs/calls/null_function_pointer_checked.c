void ready(void) {}
void (*callback)(void) = ready;
int main(int argc, char **argv) {
    if (argc > 3)
        callback = 0;
    if (callback)
        callback();
    return 0;
}
