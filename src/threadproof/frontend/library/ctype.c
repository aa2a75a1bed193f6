// <ctype.h> in the C locale. "True" is any number but 0.

int __between(unsigned, unsigned);

static int __truth(int holds) { return holds ? __between(1, 0xffffffff) : 0; }

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

// What the macros of glibc look at: bits of classes, for -128 to 255.
static const unsigned short __classes[384] = {
    [128] =
    0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2003, 0x2002, 0x2002, 0x2002, 0x2002, 0x2, 0x2, 0x2, 0x2, 0x2,
    0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x6001, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xd808, 0xd808, 0xd808, 0xd808,
    0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xd508,
    0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004,
    0xc004, 0xc004, 0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x2};
static const unsigned short *const __table = __classes + 128;
const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&__table; }
