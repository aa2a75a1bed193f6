/* multi character constants */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ CHECK('ab' == 'a'*256+'b');
CHECK('abcd' == ((('a'*256)+'b')*256+'c')*256+'d');
CHECK('\377' == -1);
CHECK('\xff' == -1);
CHECK(sizeof 'a' == 4);
CHECK(L'a' == 97);
CHECK('\0' == 0 && '\n' == 10 && '\\' == 92 && '\'' == 39 && '"' == 34 && '\e' == 27);
CHECK(u'a' == 97 && sizeof(u'a') == 2 && sizeof(U'a') == 4 && sizeof(L'a') == 4);
CHECK('\x80' < 0);
CHECK('\1\2' == 258);
return 0; }
