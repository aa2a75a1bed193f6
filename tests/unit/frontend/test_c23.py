"""What C23 has: `-std=c23`."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import InputError
from threadproof.options import Options
from threadproof.result.verdict import Safe

ASSERT = "#include <assert.h>\n"
BODIES = {
    "true_in_a_condition": "#if !true || false\n#error\n#endif\nint main() { assert(true && !false); }",
    "true_is_a_bool": "int main() { assert(sizeof(true) == 1 && _Generic(false, bool: 1, default: 0)); }",
    "elifdef": "#ifdef A\n#elifdef __STDC__\nint x = 1;\n#elifndef B\n#endif\nint main() { assert(x); }",
    "attributes": "[[nodiscard]] static int f(int, [[maybe_unused]] int b) { return b; }\n"
    "int main() { assert(f(1, 2) == 2); }",
    "va_start_alone": "#include <stdarg.h>\nint f(int n, ...) { va_list a; va_start(a); int r = va_arg(a, int);"
    " va_end(a); return r; }\nint main() { assert(f(1, 5) == 5); }",
    "va_start_of_more": "#include <stdarg.h>\nint f(int n, ...) { va_list a; va_start(a, nobody, 3); va_end(a);"
    " return n; }\nint main() { assert(f(1, 5) == 1); }",
    "type_of_an_enum": "enum e : unsigned char { A = 200 };\nint main() { assert(sizeof(enum e) == 1); }",
    "literals": "int main() { assert(u8'\\xff' == 255 && sizeof u8'a' == 1 && 0b11 == 3 && 1'000 == 1000); }",
    "a_literal_in_a_condition": "#if u8'a' != 97\n#error\n#endif\nint main() { assert(1); }",
    "nullptr": "#include <stddef.h>\nint main() { nullptr_t n = nullptr; int *p = n; assert(!p); }",
    "auto": "int main() { auto q = 3; static_assert(sizeof q == sizeof(int)); assert(q == 3); }",
    "no_values": "struct s { int a; };\nint main() { struct s s = {}; int a[2] = {}; assert(!s.a && !a[1]); }",
    "checked_arithmetic": "#include <stdckdint.h>\nint main() { int r; assert(ckd_add(&r, 2147483647, 1));"
    " assert(!ckd_mul(&r, 6, 7) && r == 42); }",
    "unreachable": "#include <stddef.h>\nint main() { int x = 1; assert(x); if (!x) unreachable(); }",
    "label_at_the_end": "int main() { int x = 1; assert(x); goto end; end: }",
}


@pytest.mark.parametrize("name", BODIES)
def test_it_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(ASSERT + BODIES[name])
    verdict = pipeline.verify(path, Options(engine="explore", std="c23")).verdict
    assert isinstance(verdict, Safe)


@pytest.mark.parametrize("name", ["true_in_a_condition", "va_start_alone", "nullptr"])
def test_it_is_not_in_c17(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(ASSERT + BODIES[name])
    with pytest.raises(InputError):
        pipeline.verify(path, Options(engine="explore", std="c17"))
