#include <assert.h>

int main(void) {
    assert(*({ int local = 3; &local; }) == 4);
    return 0;
}
