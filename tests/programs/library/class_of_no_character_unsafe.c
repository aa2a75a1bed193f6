#include <ctype.h>

int (*volatile is)(int) = isspace;

int main(void) { return is(256) != 0; }
