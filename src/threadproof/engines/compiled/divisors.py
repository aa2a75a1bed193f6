"""Divisors of a number, found with little effort: values for inputs that are multiplied. Entry point: `divisors`.

Small primes are tried, then Pollard's rho looks for a factor of what is left; what it does not find is left out.
"""

from __future__ import annotations

from math import gcd

#: small primes, and other small numbers
SMALL = 1_000
#: rounds of Pollard's rho; enough for two factors of 32 bits
ROUNDS = 200_000
#: between two greatest common divisors
BATCH = 100


def divisors(n: int) -> list[int]:
    """Prime factors and their partners: some divisors other than 1 and n."""
    if n < 2:
        return []
    found: dict[int, None] = {}
    rest = n
    for p in range(2, SMALL):
        while rest % p == 0:
            rest //= p
            found[p] = None
    pending = [rest]
    while pending:
        m = pending.pop()
        p = _factor(m) if m >= SMALL**2 else m
        if p in (1, m):
            found[m] = None
        else:
            pending += [p, m // p]
    return sorted({d for p in found if p > 1 for d in (p, n // p)} - {1, n})


def _factor(n: int) -> int:
    """A factor of an odd number; 1: none was found."""
    x = y = product = 1
    for round_ in range(ROUNDS):
        x = (x * x + 1) % n
        y = (y * y + 1) % n
        y = (y * y + 1) % n
        product = product * (x - y) % n
        if round_ % BATCH == BATCH - 1:
            d = gcd(product, n)
            if d > 1:
                return d if d < n else 1
            if pow(2, n - 1, n) == 1 and round_ > BATCH * 50:
                return 1  # most likely a prime
    return 1
