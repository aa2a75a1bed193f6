// An allocation in a loop gives a new object each time.
#include <assert.h>
#include <stdlib.h>

struct box { int val; struct box *next; };

int main(void) {
    struct box *b[3];
    int *arr = malloc(3 * sizeof(int));
    int *one = malloc(sizeof *one);

    for (int i = 0; i < 3; i++) {
        b[i] = malloc(sizeof(struct box));
        b[i]->val = i;
        b[i]->next = i ? b[i - 1] : 0;
        arr[i] = i * i;
    }
    *one = 5;
    assert(b[0] != b[1] && b[1] != b[2]);
    assert(b[0]->val == 0);
    assert(b[2]->next->next == b[0] && b[0]->next == 0);
    assert(arr[2] == 4 && *(arr + 1) == 1 && *one == 5);
    b[2]->next->val = 77;
    assert(b[1]->val == 77 && b[0]->val == 0);
    for (int i = 0; i < 3; i++)
        free(b[i]);
    free(arr);
    free(one);
    return 0;
}
