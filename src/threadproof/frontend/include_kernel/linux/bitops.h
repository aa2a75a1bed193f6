#ifndef _TP_LINUX_BITOPS_H
#define _TP_LINUX_BITOPS_H
#include <linux/atomic.h>
#define BITS_PER_LONG (8 * (int)sizeof(long))
#define BITS_TO_LONGS(n) DIV_ROUND_UP(n, BITS_PER_LONG)
#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]
#define __word_of(n, at) ((at) + (n) / BITS_PER_LONG)
#define __bit_of(n) (1ul << ((n) % BITS_PER_LONG))
#define __of_set_bit(n, at) ((void)__atomic_fetch_or(__word_of(n, at), __bit_of(n), __ATOMIC_RELAXED))
#define set_bit(n, at) __with(long, n, __of_set_bit, at)
#define __of_clear_bit(n, at) ((void)__atomic_fetch_and(__word_of(n, at), ~__bit_of(n), __ATOMIC_RELAXED))
#define clear_bit(n, at) __with(long, n, __of_clear_bit, at)
#define __of_change_bit(n, at) ((void)__atomic_fetch_xor(__word_of(n, at), __bit_of(n), __ATOMIC_RELAXED))
#define change_bit(n, at) __with(long, n, __of_change_bit, at)
#define __of_clear_bit_unlock(n, at) ((void)__atomic_fetch_and(__word_of(n, at), ~__bit_of(n), __ATOMIC_RELEASE))
#define clear_bit_unlock(n, at) __with(long, n, __of_clear_bit_unlock, at)
#define __of_test_bit(n, at) ((__atomic_load_n(__word_of(n, at), __ATOMIC_RELAXED) & __bit_of(n)) != 0)
#define test_bit(n, at) __with(long, n, __of_test_bit, at)
#define __of_test_and_set_bit(n, at) ((__full(__atomic_fetch_or(__word_of(n, at), __bit_of(n), __ATOMIC_SEQ_CST)) & __bit_of(n)) != 0)
#define test_and_set_bit(n, at) __with(long, n, __of_test_and_set_bit, at)
#define __of_test_and_set_bit_lock(n, at) ({ \
    unsigned long *__word = __word_of(n, at), __bits = __atomic_load_n(__word, __ATOMIC_RELAXED); \
    if (!(__bits & __bit_of(n))) __bits = __atomic_fetch_or(__word, __bit_of(n), __ATOMIC_ACQUIRE); \
    (__bits & __bit_of(n)) != 0; })
#define test_and_set_bit_lock(n, at) __with(long, n, __of_test_and_set_bit_lock, at)
#define __of_test_and_clear_bit(n, at) ((__full(__atomic_fetch_and(__word_of(n, at), ~__bit_of(n), __ATOMIC_SEQ_CST)) & __bit_of(n)) != 0)
#define test_and_clear_bit(n, at) __with(long, n, __of_test_and_clear_bit, at)
#define __of_test_and_change_bit(n, at) ((__full(__atomic_fetch_xor(__word_of(n, at), __bit_of(n), __ATOMIC_SEQ_CST)) & __bit_of(n)) != 0)
#define test_and_change_bit(n, at) __with(long, n, __of_test_and_change_bit, at)
#define __of___set_bit(n, at) ((void)(*__word_of(n, at) |= __bit_of(n)))
#define __set_bit(n, at) __with(long, n, __of___set_bit, at)
#define __of___clear_bit(n, at) ((void)(*__word_of(n, at) &= ~__bit_of(n)))
#define __clear_bit(n, at) __with(long, n, __of___clear_bit, at)
#endif
