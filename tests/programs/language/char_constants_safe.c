// Escapes in character constants and strings; plain char is signed.
#include <assert.h>

int main(void) {
    char c = '\xff';
    const char *s = "\t\101\x41\"\\\'\?\0end";

    assert('\n' == 10 && '\t' == 9 && '\0' == 0 && '\\' == 92 && '\'' == 39);
    assert('\101' == 'A' && '\x41' == 'A');
    assert(c == -1);
    assert(s[0] == 9 && s[1] == 'A' && s[2] == s[1] && s[3] == '"' && s[4] == '\\' && s[7] == 0);
    assert(s[8] == 'e');
    assert(sizeof('a') == sizeof(int));
    assert('\a' == 7 && '\b' == 8 && '\v' == 11 && '\f' == 12 && '\r' == 13);
    return 0;
}
