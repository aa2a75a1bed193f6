// A search tree in an array of nodes, built through pointers to pointers.
#include <assert.h>

struct tree { int key; struct tree *left, *right; };
static struct tree pool[5];
static int used;

static void insert(struct tree **t, int key) {
    while (*t)
        t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    *t = &pool[used++];
    (*t)->key = key;
}

static int height(const struct tree *t) {
    if (!t)
        return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

int main(void) {
    struct tree *root = 0;
    int keys[] = {5, 2, 8, 1, 9};

    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        insert(&root, keys[i]);
    assert(used == 5 && root->key == 5);
    assert(root->left->left->key == 1 && root->right->right->key == 9);
    assert(height(root) == 2);
    assert(root->left->right == 0);
    return 0;
}
