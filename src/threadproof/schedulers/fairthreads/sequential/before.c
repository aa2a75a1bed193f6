#include <stdint.h>

extern void abort(void);
extern void exit(int);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

#ifdef STANDALONE
/* A random run: gcc -DSTANDALONE, then ./a.out SEED [TURNS]. */
extern int printf(const char *, ...);
extern int atoi(const char *);
static uint64_t random_state = 1;
static long turns_left = 10000;
static uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 2685821657736338717ull >> 8;
}
/* Small numbers are as likely as large ones. */
static uint64_t random_number(int width) {
    return (random_bits() << 8 ^ random_bits()) >> (64 - width) >> random_bits() % width;
}
void reach_error(void) { abort(); }
void __VERIFIER_assume(int condition) { if (!condition) exit(3); }
_Bool __VERIFIER_nondet_bool(void) { return random_bits() & 1; }
unsigned char __VERIFIER_nondet_uchar(void) { return random_number(8); }
unsigned short __VERIFIER_nondet_ushort(void) { return random_number(16); }
unsigned int __VERIFIER_nondet_uint(void) { return random_number(32); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return random_number(64); }
#endif
