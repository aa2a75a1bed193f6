#include <assert.h>

int *kept;

void visit(int n) {
    do {
        if (n++)
            return;
    } while (*(kept = &(int){3}));
}

int main(void) {
    visit(0);
    assert(*kept == 7);
    return 0;
}
