void ready(void) {}
void (*callback)(void) = ready;
int main(int argc, char **argv) {
    if (argc > 3)
        callback = 0;
    callback();
    return 0;
}
