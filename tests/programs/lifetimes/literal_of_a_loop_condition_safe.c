#include <assert.h>

int main(void) {
    int *kept = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int n = 0;
        while (n++ < 2 && *(kept = &(int){n}))
            sum += *kept;
        do
            sum += n;
        while (*(kept = &(int){0}));
        switch (*(kept = &(int){i})) {
        case 0:
            sum += *kept;
        }
    }
    assert(sum == 12);
    return 0;
}
