#include <assert.h>

struct row {
    int cells[3];
};

struct row make(int first) {
    struct row row = {{first, 2, 3}};
    return row;
}

int sum(const int *cells) {
    return cells[0] + cells[1] + cells[2];
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        assert(sum(make(i).cells) == 5 + i);
        if (sum(make(1).cells) != 6 || make(i).cells[0] != i)
            assert(0);
    }
    return sum(make(4).cells) - 9;
}
