/* has_attribute and feature tests */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#if defined(__has_attribute)
#if __has_attribute(packed)
#define P 1
#else
#define P 0
#endif
#endif
#ifdef __GNUC__
#define G __GNUC__
#else
#define G 0
#endif
int main(void){ CHECK(P == 1); CHECK(G >= 4); CHECK(__CHAR_BIT__ == 8 && __SIZEOF_LONG__ == 8 && __INT_MAX__ == 2147483647); CHECK(sizeof(__SIZE_TYPE__) == 8); CHECK(__STDC_VERSION__ == 201710L); return 0; }
