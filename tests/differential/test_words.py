"""Integers that lie over each other, ours and gcc's: the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.test_memory_walks import compare_values
from tests.generators.words import generate
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

TOTAL = 5000

THREADS = """#include <pthread.h>
#include <stdint.h>
extern void reach_error(void);
union { uint32_t w; uint8_t b[4]; uint16_t h[2]; } u;
void *f(void *unused) { FIRST; return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    SECOND;
    pthread_join(t, 0);
    if (u.w != VALUE) reach_error();
    return 0;
}
"""
#: what two threads do, whether they race, and what may be there in the end
TOGETHER = {
    "bytes beside each other": ("u.b[0] = 1", "u.b[1] = 2", False, {0x201}),
    "a byte that is counted": ("u.b[0]++", "u.b[3]++", False, {0x1000001}),
    "bytes that are read": ("int x = u.b[0]; (void)x", "int y = u.b[1]; (void)y", False, {0}),
    "a byte of a word": ("u.w = 0x10203", "int x = u.b[3]; (void)x", True, {0x10203}),
    "a half of a word": ("u.h[1] = 5", "u.w = 7", True, {7, 0x50000 | 7}),
    "a half beside a byte": ("u.h[1] = 5", "u.b[1] = 7", False, {0x50700}),
}


@pytest.mark.parametrize("seed", rotating(4, TOTAL))
def test_same_values(seed: int, tmp_path: Path) -> None:
    assert compare_values(generate(seed), seed, tmp_path) >= 1  # (what lies between members may be anything)


@pytest.mark.long
@pytest.mark.parametrize("block", range(TOTAL // 250))
def test_same_values_long(block: int, tmp_path: Path) -> None:
    decided = sum(compare_values(generate(seed), seed, tmp_path) for seed in range(block * 250, (block + 1) * 250))
    assert decided > 480


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("engine", ["explore", "impact", "redcomp"])
@pytest.mark.parametrize("what", TOGETHER)
def test_bytes_keep_what_others_write(what: str, engine: str, tmp_path: Path) -> None:
    first, second, races, values = TOGETHER[what]
    path = tmp_path / "program.c"
    for value in (*values, 0x7777):
        path.write_text(THREADS.replace("FIRST", first).replace("SECOND", second).replace("VALUE", hex(value)))
        options = Options(data_model="LP64", timeout=60, property="unreach-call", engine=engine)
        verdict = pipeline.verify(path, options).verdict
        assert isinstance(verdict, Safe if values == {value} else Unsafe), (what, value, verdict)
    options = Options(data_model="LP64", timeout=60, property="no-data-race", engine=engine)
    verdict = pipeline.verify(path, options).verdict
    assert isinstance(verdict, (Unsafe if races else Safe) | Unknown), (what, verdict)
    assert not races or not isinstance(verdict, Unknown) or engine == "redcomp"
