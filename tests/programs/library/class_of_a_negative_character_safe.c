#include <ctype.h>
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    isalpha(c);
    tolower(__VERIFIER_nondet_int());
    return isdigit(EOF) || tolower(-2) != 254 || toupper(EOF) != EOF || isascii(300);
}
