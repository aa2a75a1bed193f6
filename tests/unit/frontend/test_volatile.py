"""`--volatile atomic`: accesses to volatile objects never race, but an increment is still two of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import threadproof
from threadproof.result.verdict import Safe, Unsafe

PROGRAM = """
#include <assert.h>
#include <pthread.h>
static volatile int flag;
static struct { volatile int a; int b; } s;
static volatile int *p = &flag;
static int data;
static void *f(void *unused) { data = 1; *p = 1; s.a++; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  while (!flag) ;
  assert(data == 1);
  s.a++;
  STATEMENT
  pthread_join(t, 0);
  assert(s.a COMPARED 2);
  return 0;
}
"""


@pytest.mark.parametrize(
    ("volatile", "statement", "compared", "property_", "holds"),
    [
        ("plain", ";", "<=", "no-data-race", False),
        ("atomic", ";", "<=", "no-data-race", True),
        ("atomic", "data = 2;", "<=", "no-data-race", True),
        ("atomic", ";", "==", "unreach-call", False),
        ("atomic", ";", "<=", "unreach-call", True),
    ],
)
def test_volatile(volatile: str, statement: str, compared: str, property_: str, holds: bool, tmp_path: Path) -> None:
    path = tmp_path / "t.c"
    path.write_text(PROGRAM.replace("STATEMENT", statement).replace("COMPARED", compared))
    verdict = threadproof.verify(path, property=property_, volatile=volatile).verdict
    assert isinstance(verdict, Safe if holds else Unsafe), verdict
    assert "instead" not in str(verdict.statistics.get("second_reading"))
    assert ("volatile objects are atomic" in str(verdict.scope)) == (volatile == "atomic")


def test_a_plain_access_to_the_same_object_still_races(tmp_path: Path) -> None:
    path = tmp_path / "t.c"
    path.write_text(PROGRAM.replace("STATEMENT", "*(int *)&s.a = 7;").replace("COMPARED", "<="))
    verdict = threadproof.verify(path, property="no-data-race", volatile="atomic").verdict
    assert isinstance(verdict, Unsafe), verdict


@pytest.mark.parametrize(("qualifier", "is_told"), [("volatile", True), ("", False)])
def test_a_race_of_volatile_accesses_says_how_to_take_them(qualifier: str, is_told: bool, tmp_path: Path) -> None:
    path = tmp_path / "race.c"
    path.write_text(
        f"#include <pthread.h>\n{qualifier} int x;\nvoid *f(void *a) {{ x = 1; return 0; }}\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n  return x; }\n"
    )
    notes = threadproof.verify(path, property="no-data-race").notes
    assert any("--volatile atomic" in note for note in notes) == is_told
