// <ctype.h> in the C locale. "True" is any number but 0.

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int __truth(int holds) {
  if (!holds)
    return 0;
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result != 0);
  return result;
}

int isdigit(int c) { return __truth(c >= '0' && c <= '9'); }
int isupper(int c) { return __truth(c >= 'A' && c <= 'Z'); }
int islower(int c) { return __truth(c >= 'a' && c <= 'z'); }
int isalpha(int c) { return __truth((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }
int isalnum(int c) { return __truth((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }
int isxdigit(int c) { return __truth((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')); }
int isblank(int c) { return __truth(c == ' ' || c == '\t'); }
int isspace(int c) { return __truth(c == ' ' || (c >= 9 && c <= 13)); }
int iscntrl(int c) { return __truth((c >= 0 && c < 32) || c == 127); }
int isprint(int c) { return __truth(c >= 32 && c < 127); }
int isgraph(int c) { return __truth(c > 32 && c < 127); }
int ispunct(int c) {
  return __truth(c > 32 && c < 127 && !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z'));
}
int isascii(int c) { return __truth(c >= 0 && c < 128); }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
