#ifndef _TP_LINUX_BITOPS_H
#define _TP_LINUX_BITOPS_H
#include <linux/atomic.h>
#define BITS_PER_LONG (8 * (int)sizeof(long))
#define BITS_TO_LONGS(n) DIV_ROUND_UP(n, BITS_PER_LONG)
#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]
#define __word_of(n, at) ((at) + (n) / BITS_PER_LONG)
#define __bit_of(n) (1ul << ((n) % BITS_PER_LONG))
#define set_bit(n, at) ((void)__atomic_fetch_or(__word_of(n, at), __bit_of(n), __ATOMIC_RELAXED))
#define clear_bit(n, at) ((void)__atomic_fetch_and(__word_of(n, at), ~__bit_of(n), __ATOMIC_RELAXED))
#define change_bit(n, at) ((void)__atomic_fetch_xor(__word_of(n, at), __bit_of(n), __ATOMIC_RELAXED))
#define clear_bit_unlock(n, at) ((void)__atomic_fetch_and(__word_of(n, at), ~__bit_of(n), __ATOMIC_RELEASE))
#define test_bit(n, at) ((__atomic_load_n(__word_of(n, at), __ATOMIC_RELAXED) & __bit_of(n)) != 0)
#define test_and_set_bit(n, at) ((__atomic_fetch_or(__word_of(n, at), __bit_of(n), __ATOMIC_SEQ_CST) & __bit_of(n)) != 0)
#define test_and_set_bit_lock(n, at) ((__atomic_fetch_or(__word_of(n, at), __bit_of(n), __ATOMIC_ACQUIRE) & __bit_of(n)) != 0)
#define test_and_clear_bit(n, at) ((__atomic_fetch_and(__word_of(n, at), ~__bit_of(n), __ATOMIC_SEQ_CST) & __bit_of(n)) != 0)
#define test_and_change_bit(n, at) ((__atomic_fetch_xor(__word_of(n, at), __bit_of(n), __ATOMIC_SEQ_CST) & __bit_of(n)) != 0)
#define __set_bit(n, at) ((void)(*__word_of(n, at) |= __bit_of(n)))
#define __clear_bit(n, at) ((void)(*__word_of(n, at) &= ~__bit_of(n)))
#endif
