// A string literal is not written to.
char *s = "abc"; int main(void){ s[1]='x'; return 0; }
