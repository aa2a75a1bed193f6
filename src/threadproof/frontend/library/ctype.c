// <ctype.h> in the C locale. "True" is any number but 0.

int __between(unsigned, unsigned);

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

static int __some(int holds) { return holds ? __between(1, 0xffffffff) : 0; }

// The functions look there, too: other numbers are no characters, and lead beside the table.
static int __truth(int c, int holds) { return c < -128 || c > 255 ? __table[c] : __some(holds); }

int isdigit(int c) { return __truth(c, c >= '0' && c <= '9'); }
int isupper(int c) { return __truth(c, c >= 'A' && c <= 'Z'); }
int islower(int c) { return __truth(c, c >= 'a' && c <= 'z'); }
int isalpha(int c) { return __truth(c, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }
int isalnum(int c) { return __truth(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }
int isxdigit(int c) { return __truth(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')); }
int isblank(int c) { return __truth(c, c == ' ' || c == '\t'); }
int isspace(int c) { return __truth(c, c == ' ' || (c >= 9 && c <= 13)); }
int iscntrl(int c) { return __truth(c, (c >= 0 && c < 32) || c == 127); }
int isprint(int c) { return __truth(c, c >= 32 && c < 127); }
int isgraph(int c) { return __truth(c, c > 32 && c < 127); }
int ispunct(int c) {
  return __truth(c, c > 32 && c < 127 && !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z'));
}
int isascii(int c) { return __some(c >= 0 && c < 128); }
// (All but EOF are bytes.)
static int __byte(int c) { return c >= -128 && c < -1 ? c + 256 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : __byte(c); }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : __byte(c); }
const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&__table; }
