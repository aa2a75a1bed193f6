"""Types of functions that need no declaration: GNU builtins, and what compilers know of the C library."""

from __future__ import annotations

import re

from threadproof.frontend import ctypes as ct

#: letters: v void, i int, u unsigned, l long, L long long, m unsigned long, M unsigned long long, z size_t,
#: p void *, s char *, d double, f float, g long double, b _Bool, w 16, x 32, y 64 bits unsigned; result first
_SIGNATURES = {
    "__builtin_expect": "lll", "__builtin_expect_with_probability": "llld", "__builtin_unreachable": "v",
    "__builtin_trap": "v", "__builtin_abort": "v", "__builtin_exit": "vi", "__builtin_prefetch": "vp.",
    "__builtin_memset": "ppiz", "__builtin_memcpy": "pppz", "__builtin_memmove": "pppz",
    "__builtin_mempcpy": "pppz", "__builtin_memcmp": "ippz", "__builtin_strlen": "zs", "__builtin_strcpy": "sss",
    "__builtin_strncpy": "sssz", "__builtin_strcmp": "iss", "__builtin_strncmp": "issz", "__builtin_strcat": "sss",
    "__builtin_strchr": "ssi", "__builtin_bzero": "vpz", "__builtin_malloc": "pz", "__builtin_calloc": "pzz",
    "__builtin_realloc": "ppz", "__builtin_free": "vp", "__builtin_alloca": "pz", "__builtin_printf": "is.",
    "__builtin_puts": "is", "__builtin_putchar": "ii", "__builtin_abs": "ii", "__builtin_labs": "ll",
    "__builtin_llabs": "LL", "__builtin_bswap16": "ww", "__builtin_bswap32": "xx", "__builtin_bswap64": "yy",
    "__builtin_clz": "iu", "__builtin_clzl": "im", "__builtin_clzll": "iM", "__builtin_ctz": "iu",
    "__builtin_ctzl": "im", "__builtin_ctzll": "iM", "__builtin_ffs": "ii", "__builtin_ffsl": "il",
    "__builtin_ffsll": "iL", "__builtin_popcount": "iu", "__builtin_popcountl": "im", "__builtin_popcountll": "iM",
    "__builtin_parity": "iu", "__builtin_parityl": "im", "__builtin_parityll": "iM", "__builtin_clrsb": "ii",
    "__builtin_clrsbl": "il", "__builtin_clrsbll": "iL",
    "__builtin_object_size": "zpi", "__builtin_return_address": "pu", "__builtin_frame_address": "pu",
    "__builtin_assume_aligned": "ppz.", "__builtin_huge_val": "d", "__builtin_huge_valf": "f", "__builtin_inf": "d",
    "__builtin_inff": "f", "__builtin_nan": "ds", "__builtin_nanf": "fs", "__builtin_fabs": "dd",
    "__builtin_sqrt": "dd", "__builtin_fabsf": "ff", "__builtin_sqrtf": "ff",
    "__builtin_floor": "dd", "__builtin_ceil": "dd", "__builtin_trunc": "dd", "__builtin_round": "dd",
    "__builtin_copysign": "ddd", "__builtin_fmin": "ddd", "__builtin_fmax": "ddd", "__builtin_fmod": "ddd",
    "__builtin_isgreater": "idd", "__builtin_isgreaterequal": "idd", "__builtin_isless": "idd",
    "__builtin_islessequal": "idd", "__builtin_islessgreater": "idd", "__builtin_isunordered": "idd",
    "__builtin_isnan": "id", "__builtin_isinf": "id", "__builtin_isinf_sign": "id", "__builtin_isfinite": "id",
    "__builtin_signbit": "id", "__builtin_ia32_pause": "v",
    "__builtin_ia32_mfence": "v", "__builtin_ia32_lfence": "v", "__builtin_ia32_sfence": "v",
    "__builtin___memset_chk": "ppizz",
    "__builtin___memcpy_chk": "pppzz", "__builtin___memmove_chk": "pppzz", "__builtin___strcpy_chk": "sssz",
    "malloc": "pz", "calloc": "pzz", "realloc": "ppz", "free": "vp", "alloca": "pz", "memset": "ppiz",
    "memcpy": "pppz", "memmove": "pppz", "memcmp": "ippz", "strlen": "zs", "strcpy": "sss", "strncpy": "sssz",
    "strcmp": "iss", "strncmp": "issz", "strcat": "sss", "strchr": "ssi", "printf": "is.", "sprintf": "iss.",
    "snprintf": "iszs.", "scanf": "is.", "puts": "is", "putchar": "ii", "abort": "v", "exit": "vi", "_Exit": "vi",
    "_exit": "vi", "abs": "ii", "labs": "ll", "fabs": "dd", "sqrt": "dd",
}  # fmt: skip

_ATOMICS = [
    (r"__sync_(?:fetch_and_(?:add|sub|or|and|xor|nand)|(?:add|sub|or|and|xor|nand)_and_fetch)", (1,), "pointee"),
    (r"__sync_lock_test_and_set", (1,), "pointee"),
    (r"__sync_bool_compare_and_swap", (1, 2), "bool"),
    (r"__sync_val_compare_and_swap", (1, 2), "pointee"),
    (r"__sync_lock_release", (), "void"),
    (r"__sync_synchronize|__atomic_(?:thread|signal)_fence|atomic_(?:thread|signal)_fence|__tp_fence_\w+", (), "fence"),
    (r"__atomic_load_n|atomic_load(?:_explicit)?", (), "pointee"),
    (r"__atomic_store_n|atomic_store(?:_explicit)?|atomic_init", (1,), "void"),
    (r"__atomic_exchange_n|atomic_exchange(?:_explicit)?", (1,), "pointee"),
    (r"__atomic_(?:fetch_(?:add|sub|or|and|xor|nand)|(?:add|sub|or|and|xor|nand)_fetch)", (1,), "pointee"),
    (r"atomic_fetch_(?:add|sub|or|and|xor)(?:_explicit)?", (1,), "pointee"),
    (r"__atomic_compare_exchange_n|atomic_compare_exchange_(?:strong|weak)(?:_explicit)?", (2,), "bool"),
    (r"__atomic_load|__atomic_store|__atomic_exchange", (), "void"),
    (r"__atomic_compare_exchange|__atomic_test_and_set|atomic_flag_test_and_set(?:_explicit)?", (), "bool"),
    (r"__atomic_clear|atomic_flag_clear(?:_explicit)?", (), "void"),
    (r"__atomic_(?:always_|is_)lock_free|atomic_is_lock_free", (), "query"),
    (r"__builtin_(?:add|sub|mul)_overflow(?:_p)?|__builtin_[su](?:add|sub|mul)l{0,2}_overflow", (), "overflow"),
]


def function_type(name: str, model: ct.DataModel) -> ct.Function | None:
    signature = _SIGNATURES.get(name)
    if signature is None:
        return None
    types: dict[str, ct.CType] = {
        "v": ct.VOID, "i": ct.INT, "u": ct.UINT, "l": model.long, "L": ct.LLONG, "m": model.ulong, "M": ct.ULLONG,
        "z": model.size_t, "p": ct.Pointer(ct.VOID), "s": ct.Pointer(ct.CHAR), "d": ct.Float(64), "f": ct.Float(32),
        "b": ct.BOOL, "w": ct.USHORT, "x": ct.UINT, "y": ct.ULLONG if model.long_width == 32 else model.ulong,
    }  # fmt: skip
    variadic = signature.endswith(".")
    params = tuple(types[c] for c in signature[1:].rstrip("."))
    return ct.Function(types[signature[0]], params, variadic)


def atomic_operation(name: str) -> tuple[tuple[int, ...], str] | None:
    """For a generic atomic: which arguments have the pointee's type, and what it yields.

    That is: pointee, bool, void, fence (no pointer argument), query (_Bool, any arguments), overflow (_Bool,
    operands of any integer type).
    """
    if not name.startswith(("__sync_", "__atomic_", "atomic_", "__builtin_", "__tp_fence_")):
        return None
    for pattern, values, result in _ATOMICS:
        if re.fullmatch(pattern, name):
            return values, result
    return None


def atomic_arity(name: str) -> tuple[int, int | None]:
    """The least and the largest number of arguments of a generic atomic; None: any."""
    if name == "__sync_synchronize" or name.startswith("__tp_fence_"):
        return 0, 0
    if name.startswith("__sync_"):
        return 1 + ("release" not in name) + ("compare" in name), None
    if "lock_free" in name:
        n = 1 + name.startswith("__atomic_")
        return n, n
    is_builtin = name.startswith("__atomic_")
    orders = 1 + ("compare" in name) if is_builtin or name.endswith(("_explicit", "_fence")) else 0
    if "fence" in name:
        operands = 0
    elif "compare" in name:
        operands = 3 + is_builtin  # it also says whether it is weak
    elif "flag" in name or "test_and_set" in name or "clear" in name:
        operands = 1
    elif is_generic(name):
        operands = 3 if "exchange" in name else 2
    else:
        operands = 1 if "load" in name else 2
    return operands + orders, operands + orders


def is_generic(name: str) -> bool:
    """Does it take all values by pointers to them?"""
    return name in ("__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange")


def overflow_type(name: str, model: ct.DataModel) -> ct.Int | None:
    """The type that the name of arithmetic like `__builtin_uaddl_overflow` says."""
    m = re.fullmatch(r"__builtin_([su])...(l{0,2})_overflow", name)
    if m is None:
        return None
    signed, unsigned = {"": (ct.INT, ct.UINT), "l": (model.long, model.ulong), "ll": (ct.LLONG, ct.ULLONG)}[m[2]]
    return signed if m[1] == "s" else unsigned


def is_builtin(name: str) -> bool:
    """Is it a function that GNU compilers know and we too?"""
    return (name.startswith("__") and name in _SIGNATURES) or (
        name.startswith(("__sync_", "__atomic_", "__builtin_")) and atomic_operation(name) is not None
    )
