// A block of any size, and a string behind it: "allocations succeed".
#include <stdlib.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    char *block = malloc(__VERIFIER_nondet_ulong()), *copy = malloc(100);
    strcpy(copy, "some text");
    unsigned long n = strlen(copy);
    free(block);
    free(copy);
    return n != 9;
}
