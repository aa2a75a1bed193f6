"""The macros a GNU C17 compiler for x86 Linux predefines, per data model. Entry point: `predefined`."""

from __future__ import annotations

#: name and value, the same in both data models
_ALWAYS = """
__threadproof__ 1
__STDC__ 1
__STDC_VERSION__ 201710L
__STDC_HOSTED__ 1
__STDC_IEC_559__ 1
__STDC_UTF_16__ 1
__STDC_UTF_32__ 1
__GNUC__ 12
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 0
__GNUC_STDC_INLINE__ 1
__VERSION__ "12.2.0"
__NO_INLINE__ 1
__ELF__ 1
__linux__ 1
__linux 1
linux 1
__gnu_linux__ 1
__unix__ 1
__unix 1
unix 1
__DATE__ "Jan  1 1970"
__TIME__ "00:00:00"
__TIMESTAMP__ "Thu Jan  1 00:00:00 1970"
__USER_LABEL_PREFIX__
__REGISTER_PREFIX__
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__ORDER_PDP_ENDIAN__ 3412
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__
__ATOMIC_RELAXED 0
__ATOMIC_CONSUME 1
__ATOMIC_ACQUIRE 2
__ATOMIC_RELEASE 3
__ATOMIC_ACQ_REL 4
__ATOMIC_SEQ_CST 5
__GCC_ATOMIC_BOOL_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2
__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_ATOMIC_INT_LOCK_FREE 2
__GCC_ATOMIC_LONG_LOCK_FREE 2
__GCC_ATOMIC_LLONG_LOCK_FREE 2
__GCC_ATOMIC_POINTER_LOCK_FREE 2
__GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
__CHAR_BIT__ 8
__BIGGEST_ALIGNMENT__ 16
__SIZEOF_SHORT__ 2
__SIZEOF_INT__ 4
__SIZEOF_LONG_LONG__ 8
__SIZEOF_FLOAT__ 4
__SIZEOF_DOUBLE__ 8
__SIZEOF_WCHAR_T__ 4
__SIZEOF_WINT_T__ 4
__SCHAR_MAX__ 0x7f
__SHRT_MAX__ 0x7fff
__INT_MAX__ 0x7fffffff
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__SCHAR_WIDTH__ 8
__SHRT_WIDTH__ 16
__INT_WIDTH__ 32
__LONG_LONG_WIDTH__ 64
__WINT_TYPE__ unsigned int
__WINT_MAX__ 0xffffffffU
__WINT_MIN__ 0U
__SIG_ATOMIC_TYPE__ int
__SIG_ATOMIC_MAX__ 0x7fffffff
__SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
__CHAR16_TYPE__ short unsigned int
__CHAR32_TYPE__ unsigned int
__INT8_TYPE__ signed char
__INT16_TYPE__ short int
__INT32_TYPE__ int
__UINT8_TYPE__ unsigned char
__UINT16_TYPE__ short unsigned int
__UINT32_TYPE__ unsigned int
__INT8_MAX__ 0x7f
__INT16_MAX__ 0x7fff
__INT32_MAX__ 0x7fffffff
__UINT8_MAX__ 0xff
__UINT16_MAX__ 0xffff
__UINT32_MAX__ 0xffffffffU
__INT8_C(c) c
__INT16_C(c) c
__INT32_C(c) c
__UINT8_C(c) c
__UINT16_C(c) c
__UINT32_C(c) c ## U
__FLT_RADIX__ 2
__FLT_EVAL_METHOD__ 0
__FLT_MANT_DIG__ 24
__FLT_DIG__ 6
__FLT_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_MIN__ 1.17549435082228750796873653722224568e-38F
__FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
__DBL_MANT_DIG__ 53
__DBL_DIG__ 15
__DBL_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
__DBL_MIN__ ((double)2.22507385850720138309023271733240406e-308L)
__DBL_EPSILON__ ((double)2.22044604925031308084726333618164062e-16L)
"""

#: name, value in ILP32, value in LP64; "-" means that the macro does not exist there
_PER_MODEL = """
__LP64__ | - | 1
_LP64 | - | 1
_ILP32 | 1 | -
__ILP32__ | 1 | -
__SIZEOF_LONG__ | 4 | 8
__SIZEOF_POINTER__ | 4 | 8
__SIZEOF_SIZE_T__ | 4 | 8
__SIZEOF_PTRDIFF_T__ | 4 | 8
__SIZEOF_LONG_DOUBLE__ | 12 | 16
__SIZEOF_INT128__ | - | 16
__LONG_MAX__ | 0x7fffffffL | 0x7fffffffffffffffL
__LONG_WIDTH__ | 32 | 64
__SIZE_TYPE__ | unsigned int | long unsigned int
__SIZE_MAX__ | 0xffffffffU | 0xffffffffffffffffUL
__SIZE_WIDTH__ | 32 | 64
__PTRDIFF_TYPE__ | int | long int
__PTRDIFF_MAX__ | 0x7fffffff | 0x7fffffffffffffffL
__PTRDIFF_WIDTH__ | 32 | 64
__INTPTR_TYPE__ | int | long int
__INTPTR_MAX__ | 0x7fffffff | 0x7fffffffffffffffL
__INTPTR_WIDTH__ | 32 | 64
__UINTPTR_TYPE__ | unsigned int | long unsigned int
__UINTPTR_MAX__ | 0xffffffffU | 0xffffffffffffffffUL
__CHAR_UNSIGNED__ | - | -
__WCHAR_TYPE__ | long int | int
__WCHAR_MAX__ | 0x7fffffffL | 0x7fffffff
__WCHAR_MIN__ | (-__WCHAR_MAX__ - 1) | (-__WCHAR_MAX__ - 1)
__INT64_TYPE__ | long long int | long int
__UINT64_TYPE__ | long long unsigned int | long unsigned int
__INT64_MAX__ | 0x7fffffffffffffffLL | 0x7fffffffffffffffL
__UINT64_MAX__ | 0xffffffffffffffffULL | 0xffffffffffffffffUL
__INT64_C(c) | c ## LL | c ## L
__UINT64_C(c) | c ## ULL | c ## UL
__INTMAX_TYPE__ | long long int | long int
__UINTMAX_TYPE__ | long long unsigned int | long unsigned int
__INTMAX_MAX__ | 0x7fffffffffffffffLL | 0x7fffffffffffffffL
__UINTMAX_MAX__ | 0xffffffffffffffffULL | 0xffffffffffffffffUL
__INTMAX_C(c) | c ## LL | c ## L
__UINTMAX_C(c) | c ## ULL | c ## UL
__INTMAX_WIDTH__ | 64 | 64
__INT_FAST16_TYPE__ | int | long int
__INT_FAST32_TYPE__ | int | long int
__INT_FAST64_TYPE__ | long long int | long int
__UINT_FAST16_TYPE__ | unsigned int | long unsigned int
__UINT_FAST32_TYPE__ | unsigned int | long unsigned int
__UINT_FAST64_TYPE__ | long long unsigned int | long unsigned int
"""

_PROCESSOR = {
    "ILP32": ("__i386__ 1", "__i386 1", "i386 1", "__i686__ 1"),
    "LP64": (
        *("__x86_64__ 1", "__x86_64 1", "__amd64__ 1", "__amd64 1", "__k8__ 1", "__k8 1"),
        *("__MMX__ 1", "__SSE__ 1", "__SSE2__ 1", "__SSE_MATH__ 1", "__SSE2_MATH__ 1", "__FXSR__ 1"),
    ),
}


def predefined(model_name: str) -> dict[str, str]:
    """Macro (with its parameter list, if it has one) to replacement text."""
    lines = [*_ALWAYS.strip().split("\n"), *_PROCESSOR[model_name]]
    macros = {name: value for name, _, value in (line.partition(" ") for line in lines)}
    macros.update((name, value) for name, value in model_macros(model_name).items() if value is not None)
    return macros


def model_macros(model_name: str) -> dict[str, str | None]:
    """The macros that depend on the data model; None for those that must not exist in it."""
    column = 1 if model_name == "ILP32" else 2
    result: dict[str, str | None] = {}
    for line in _PER_MODEL.strip().split("\n"):
        cells = line.split(" | ")
        result[cells[0]] = None if cells[column] == "-" else cells[column]
    return result
