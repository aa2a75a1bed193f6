// A static local is initialised once and keeps its value; same name in two functions is two variables.
#include <assert.h>

static int counter(void) {
    static int n = 10;
    return n++;
}

static int other(void) {
    static int n;
    {
        static int n = 100;
        n++;
        if (n > 101)
            return n;
    }
    return ++n;
}

static int *slot(void) {
    static int cell[2] = {1, 2};
    return cell;
}

int main(void) {
    assert(counter() == 10);
    assert(counter() == 11);
    assert(other() == 1);
    assert(other() == 102);
    assert(counter() == 12);
    slot()[1] = 5;
    assert(slot()[1] == 5 && slot()[0] == 1 && slot() == slot());
    return 0;
}
