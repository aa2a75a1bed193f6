extern void reach_error(void);

#if L'\400' == 256 && 'ab' == 24930 && u'\u00e9' == 0xe9 && '\377' < 0 && L'\xffffffff' < 0
int right = 1;
#else
int right = 0;
#endif
#if U'a' - 200 < 0 || u'a' - 200 < 0
int wrong = 1;
#else
int wrong = 0;
#endif

int main(void) {
    if (!right || wrong)
        reach_error();
    return 0;
}
