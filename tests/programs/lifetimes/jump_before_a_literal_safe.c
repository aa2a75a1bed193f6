#include <assert.h>

int *kept;

void visit(void) {
    for (int i = 0;; kept = &(int){i}, i++) {
        if (i == 2)
            return;
    }
}

int main(void) {
    visit();
    assert(*kept == 7);
    return 0;
}
