// A _Bool that was never written is 0 or 1, wherever it is: other bytes are no value of it.
#include <stdlib.h>
extern void reach_error(void);

struct flags { _Bool first, second; };

static int is_value(_Bool *b)
{
    int n = *b;
    return n == 0 || n == 1;
}

int main(void)
{
    _Bool array[2], scalar, variable[2 + array[0]];
    struct flags s, *h = malloc(sizeof *h), copy;
    copy = s;
    if (!is_value(&array[1]) || !is_value(&scalar) || !is_value(&variable[1]) || !is_value(&s.second)
        || !is_value(&h->first) || !is_value(&copy.first))
        reach_error();
    if (scalar + !scalar != 1 || h->second + !h->second != 1)
        reach_error();
    free(h);
    return 0;
}
