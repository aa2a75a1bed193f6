// Structures are copied between elements of an array, to themselves, and through pointers: they are the same or apart.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct record { int key; long long data[2]; };
struct record table[4];

static void swap(struct record *a, struct record *b)
{
    struct record held = *a;
    *a = *b;
    *b = held;
}

int main(void)
{
    for (unsigned i = 0; i < 4; i++)
        table[i].key = (int)(3 - i), table[i].data[1] = i;
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    swap(&table[i], &table[j]);
    table[i] = table[i];
    struct record *last = &table[3];
    *last = i < 2 ? *last : table[3];
    for (unsigned k = 0; k < 4; k++)
        if (table[k].key != (int)(3 - k) || table[k].data[1] != k)
            reach_error();
    return 0;
}
