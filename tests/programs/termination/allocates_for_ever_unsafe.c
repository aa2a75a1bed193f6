#include <stdlib.h>

int main(void) {
    for (;;) {
        int *memory = malloc(4);
    }
}
