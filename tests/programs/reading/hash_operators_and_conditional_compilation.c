/* hash operators and conditional compilation */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#if defined(X) || (1 ? 2 : 3) == 2 && !defined Y
#define V 1
#else
#define V 0
#endif
#if -1 > 0u
#define W 1
#else
#define W 0
#endif
#if 'a' == 97 && 0x10 == 16 && (1 << 3) == 8
#define Z 1
#elif 1
#define Z 2
#endif
int main(void){ CHECK(V==1); CHECK(W==1); return 0; }
