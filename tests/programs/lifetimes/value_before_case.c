// Each time the switch is entered y may hold anything.
#include <assert.h>
int main(void) {
    for (int i = 0; i < 2; i++) {
        switch (i) {
            int y;
        case 0:
            y = 7;
            break;
        case 1:
            assert(y == 7);
        }
    }
    return 0;
}
