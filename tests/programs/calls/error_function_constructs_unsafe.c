// The error function runs before main.
__attribute__((constructor)) void reach_error(void) {
}

int main(void) {
    return 0;
}
