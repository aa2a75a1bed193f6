// A pointer to data, called.
int data;
void work(void) {}
int main(void) {
    void (*f)(void) = work;
    f();
    f = (void (*)(void))&data;
    f();
    return 0;
}
