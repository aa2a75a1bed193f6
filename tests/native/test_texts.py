"""Functions of the library that are written in C, compiled by gcc, against those of the C library of this machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotation
from threadproof.frontend import library

FOLDER = Path(library.__file__).parent
FILES = ("stdio.c", "errors.c", "getopt.c", "ctype.c")
HARNESS = r"""
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
char *our_optarg;
int our_optind = 1, our_opterr = 1, our_optopt = '?';
unsigned __posixly_correct;
int our_getopt(int, char *const *, const char *);
char *our_strerror(int), *our___strerror_r_gnu(int, char *, size_t);
int our___strerror_r_posix(int, char *, size_t), __xpg_strerror_r(int, char *, size_t);
const unsigned short **our___ctype_b_loc(void);
_Bool __VERIFIER_nondet_bool(void) { return 0; }
char __VERIFIER_nondet_char(void) { return 0; }
unsigned char __VERIFIER_nondet_uchar(void) { return 0; }
int __between(unsigned low, unsigned high) { return low; }
void __set_errno(int code) {}
void __disturb_errno(void) {}
void __fail(void) {}
int __is_in_argument(const char *s) { return 0; }
int __is_argument(const char *s) { return 0; }
void __apart(const char *a, size_t n, const char *b, size_t m) {}
static int wrong(const char *what, int n) { return printf("%s: %d\n", what, n), 1; }
static int same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static int options(void) {
  static const char *const words[] = {"-a", "-b", "-ab", "-n", "-n1", "-an", "-abn2", "x", "-", "--", "-z", "-c", "-cq",
                                      "y", "-:", ""};
  static const char *const kinds[] = {"abn:c::", ":abn:c::", "+abn:c::", "-abn:c::", "ab", "n:", ""};
  char *mine[9] = {"p"}, *real[9] = {"p"};
  int count = 1 + rand() % 7;
  for (int i = 1; i < count; i++)
    mine[i] = real[i] = (char *)words[rand() % (sizeof words / sizeof *words)];
  const char *kind = kinds[rand() % 7];
  opterr = 0;
  optind = our_optind = 0;
  for (;;) {
    int a = our_getopt(count, mine, kind), b = getopt(count, real, kind);
    if (a != b || !same_text(our_optarg, optarg) || (a == '?' && our_optopt != optopt))
      return wrong(kind, a);
    if (a == -1)
      break;
  }
  for (int i = 0; i < count; i++)
    if (mine[i] != real[i])
      return wrong("order", i);
  return our_optind == optind ? 0 : wrong("optind", optind);
}

int main(int n, char **arguments) {
  srand(atoi(arguments[1]));
  for (int i = 0; i < 20000; i++)
    if (options())
      return 1;
  for (int code = -3; code < 300; code++) {
    char mine[64], real[64];
    if (strcmp(our_strerror(code), strerror(code)))
      return wrong("strerror", code);
    memset(mine, 1, 64), memset(real, 1, 64);
    if (strcmp(our___strerror_r_gnu(code, mine, 64), strerror_r(code, real, 64)))
      return wrong("strerror_r", code);
    for (int size = 1; size < 64; size++) {
      memset(mine, 1, 64), memset(real, 1, 64);
      int a = our___strerror_r_posix(code, mine, size), b = __xpg_strerror_r(code, real, size);
      if (a != b || strcmp(mine, real))
        return wrong("strerror_r of POSIX", 1000 * code + size);
    }
  }
  for (int c = -128; c < 256; c++)
    if ((*our___ctype_b_loc())[c] != (*__ctype_b_loc())[c])
      return wrong("class", c);
  return 0;
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_texts_do_what_the_library_does(tmp_path: Path) -> None:
    names = [n for f in FILES for n in library.CONTENTS[f].split() if not n.startswith("__put")]
    renamed = [f"-D{n}=our_{n}" for n in [*names, *library.SHARED]]
    (tmp_path / "texts.c").write_text("".join(f'#include "{FOLDER / f}"\n' for f in FILES))
    (tmp_path / "harness.c").write_text(HARNESS)
    flags = ["gcc", "-std=gnu17", "-w", "-O1"]
    subprocess.run([*flags, *renamed, "-c", "texts.c", "-o", "texts.o"], cwd=tmp_path, check=True)
    subprocess.run([*flags, "harness.c", "texts.o", "-o", "harness"], cwd=tmp_path, check=True)
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    command = [str(tmp_path / "harness"), str(rotation())]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout
