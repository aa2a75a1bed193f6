#ifndef _FEATURES_H
#define _FEATURES_H 1
#undef __USE_ISOC11
#undef __USE_ISOC99
#undef __USE_ISOC95
#undef __USE_POSIX
#undef __USE_POSIX2
#undef __USE_POSIX199309
#undef __USE_POSIX199506
#undef __USE_XOPEN
#undef __USE_XOPEN_EXTENDED
#undef __USE_UNIX98
#undef __USE_XOPEN2K
#undef __USE_XOPEN2KXSI
#undef __USE_XOPEN2K8
#undef __USE_XOPEN2K8XSI
#undef __USE_LARGEFILE
#undef __USE_LARGEFILE64
#undef __USE_FILE_OFFSET64
#undef __USE_TIME_BITS64
#undef __USE_MISC
#undef __USE_ATFILE
#undef __USE_DYNAMIC_STACK_SIZE
#undef __USE_GNU
#undef __USE_FORTIFY_LEVEL
#undef __KERNEL_STRICT_NAMES
#ifndef _LOOSE_KERNEL_NAMES
#define __KERNEL_STRICT_NAMES
#endif
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#define __glibc_clang_prereq(major, minor) 0
#define __GLIBC_USE(feature) __GLIBC_USE_ ## feature
#ifdef _GNU_SOURCE
#undef _ISOC95_SOURCE
#define _ISOC95_SOURCE 1
#undef _ISOC99_SOURCE
#define _ISOC99_SOURCE 1
#undef _ISOC11_SOURCE
#define _ISOC11_SOURCE 1
#undef _ISOC2X_SOURCE
#define _ISOC2X_SOURCE 1
#undef _POSIX_SOURCE
#define _POSIX_SOURCE 1
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#undef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#undef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#undef _LARGEFILE64_SOURCE
#define _LARGEFILE64_SOURCE 1
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#undef _ATFILE_SOURCE
#define _ATFILE_SOURCE 1
#undef _DYNAMIC_STACK_SIZE_SOURCE
#define _DYNAMIC_STACK_SIZE_SOURCE 1
#endif
#if defined _DEFAULT_SOURCE || defined _BSD_SOURCE || defined _SVID_SOURCE || !(defined _ISOC99_SOURCE || defined _ISOC11_SOURCE || defined _ISOC2X_SOURCE || defined _POSIX_SOURCE || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE || defined __STRICT_ANSI__)
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#ifdef _ISOC2X_SOURCE
#define __GLIBC_USE_ISOC2X 1
#else
#define __GLIBC_USE_ISOC2X 0
#endif
#define __USE_ISOC11 1
#define __USE_ISOC99 1
#define __USE_ISOC95 1
#ifdef _DEFAULT_SOURCE
#if !defined _POSIX_SOURCE && !defined _POSIX_C_SOURCE
#define __USE_POSIX_IMPLICITLY 1
#endif
#undef _POSIX_SOURCE
#define _POSIX_SOURCE 1
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#if (!defined __STRICT_ANSI__ || (defined _XOPEN_SOURCE && _XOPEN_SOURCE - 0 >= 500)) && !defined _POSIX_SOURCE && !defined _POSIX_C_SOURCE
#define _POSIX_SOURCE 1
#if defined _XOPEN_SOURCE && _XOPEN_SOURCE - 0 < 500
#define _POSIX_C_SOURCE 2
#elif defined _XOPEN_SOURCE && _XOPEN_SOURCE - 0 < 600
#define _POSIX_C_SOURCE 199506L
#elif defined _XOPEN_SOURCE && _XOPEN_SOURCE - 0 < 700
#define _POSIX_C_SOURCE 200112L
#else
#define _POSIX_C_SOURCE 200809L
#endif
#define __USE_POSIX_IMPLICITLY 1
#endif
#if (!defined _POSIX_C_SOURCE || _POSIX_C_SOURCE - 0 < 199506L) && (defined _REENTRANT || defined _THREAD_SAFE)
#define _POSIX_SOURCE 1
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199506L
#endif
#if defined _POSIX_SOURCE || (defined _POSIX_C_SOURCE && _POSIX_C_SOURCE >= 1) || defined _XOPEN_SOURCE
#define __USE_POSIX 1
#endif
#if (defined _POSIX_C_SOURCE && _POSIX_C_SOURCE >= 2) || defined _XOPEN_SOURCE
#define __USE_POSIX2 1
#endif
#ifdef _POSIX_C_SOURCE
#if _POSIX_C_SOURCE - 0 >= 199309L
#define __USE_POSIX199309 1
#endif
#if _POSIX_C_SOURCE - 0 >= 199506L
#define __USE_POSIX199506 1
#endif
#if _POSIX_C_SOURCE - 0 >= 200112L
#define __USE_XOPEN2K 1
#endif
#if _POSIX_C_SOURCE - 0 >= 200809L
#define __USE_XOPEN2K8 1
#undef _ATFILE_SOURCE
#define _ATFILE_SOURCE 1
#endif
#endif
#ifdef _XOPEN_SOURCE
#define __USE_XOPEN 1
#if _XOPEN_SOURCE - 0 >= 500
#define __USE_XOPEN_EXTENDED 1
#define __USE_UNIX98 1
#undef _LARGEFILE_SOURCE
#define _LARGEFILE_SOURCE 1
#if _XOPEN_SOURCE - 0 >= 600
#define __USE_XOPEN2K 1
#define __USE_XOPEN2KXSI 1
#if _XOPEN_SOURCE - 0 >= 700
#define __USE_XOPEN2K8 1
#define __USE_XOPEN2K8XSI 1
#endif
#endif
#elif defined _XOPEN_SOURCE_EXTENDED
#define __USE_XOPEN_EXTENDED 1
#endif
#endif
#ifdef _LARGEFILE_SOURCE
#define __USE_LARGEFILE 1
#endif
#ifdef _LARGEFILE64_SOURCE
#define __USE_LARGEFILE64 1
#endif
#if defined _FILE_OFFSET_BITS && _FILE_OFFSET_BITS == 64
#define __USE_FILE_OFFSET64 1
#endif
#ifdef __LP64__
#define __WORDSIZE 64
#define __SYSCALL_WORDSIZE 64
#else
#define __WORDSIZE 32
#define __WORDSIZE32_SIZE_ULONG 0
#define __WORDSIZE32_PTRDIFF_LONG 0
#endif
#define __WORDSIZE_TIME64_COMPAT32 1
#define __TIMESIZE __WORDSIZE
#ifdef _TIME_BITS
#if _TIME_BITS == 64
#if !defined _FILE_OFFSET_BITS || _FILE_OFFSET_BITS != 64
#error _TIME_BITS=64 is allowed only with _FILE_OFFSET_BITS=64
#elif __TIMESIZE == 32
#define __USE_TIME_BITS64 1
#endif
#elif _TIME_BITS != 32 || __TIMESIZE > 32
#error _TIME_BITS is not compatible with the size of time_t
#endif
#endif
#ifdef _DEFAULT_SOURCE
#define __USE_MISC 1
#endif
#ifdef _ATFILE_SOURCE
#define __USE_ATFILE 1
#endif
#ifdef _DYNAMIC_STACK_SIZE_SOURCE
#define __USE_DYNAMIC_STACK_SIZE 1
#endif
#ifdef _GNU_SOURCE
#define __USE_GNU 1
#endif
#define __USE_FORTIFY_LEVEL 0
#define __GLIBC_USE_DEPRECATED_GETS 0
#define __GLIBC_USE_DEPRECATED_SCANF 0
#undef __GNU_LIBRARY__
#define __GNU_LIBRARY__ 6
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))
#define _SYS_CDEFS_H 1
#define __THROW __attribute__((__nothrow__))
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(arguments) arguments
#define __PMT(arguments) arguments
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __ptr_t void *
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __always_inline __inline __attribute__((__always_inline__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __attribute_malloc__ __attribute__((__malloc__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __attribute_warn_unused_result__ __attribute__((__warn_unused_result__))
#define __wur
#endif
