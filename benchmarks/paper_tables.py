"""Our numbers beside those of the papers, on the programs of their tables.

    python benchmarks/paper_tables.py impact [--config sleep dPOR+FC ...] [--timeout 60] [--markdown]
    python benchmarks/paper_tables.py redcomp [--config RedComp ladder ...]
    python benchmarks/paper_tables.py esst [--config none persistent sleep both]
    python benchmarks/paper_tables.py weak [--config auto impact]
    python benchmarks/paper_tables.py termination [--config auto rank explore]
    python benchmarks/paper_tables.py symmpa [--config c0 c1 c2 any passive0 buggy growth]

What a table shows is said in its module, for example `papers/impact.py`. TO: time-out. Exit code 1 if a
verdict is wrong or a proof is refused; a target that is missed only says so.
"""

from __future__ import annotations

import argparse
import compileall
import sys
from collections.abc import Callable
from pathlib import Path

from papers import esst, impact, redcomp, symmpa, termination, weak

#: table -> its configurations, how to print it, what it is, and seconds for one run
TABLES: dict[str, tuple[list[str], Callable[..., int], str | None, float]] = {
    "impact": (list(impact.CONFIGURATIONS), impact.print_table, impact.__doc__, 60.0),
    "redcomp": (list(redcomp.CONFIGURATIONS), redcomp.print_table, redcomp.__doc__, 90.0),
    "esst": (esst.CONFIGURATIONS, esst.print_table, esst.__doc__, 120.0),
    "weak": (weak.CONFIGURATIONS, weak.print_table, weak.__doc__, 60.0),
    "termination": (termination.CONFIGURATIONS, termination.print_table, termination.__doc__, 30.0),
    "symmpa": (symmpa.CONFIGURATIONS, symmpa.print_table, symmpa.__doc__, 1800.0),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tables = parser.add_subparsers(dest="table", required=True)
    for name, (configurations, _, text, timeout) in TABLES.items():
        table = tables.add_parser(name, description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
        table.add_argument("--config", nargs="+", choices=configurations, default=configurations)
        table.add_argument("--timeout", type=float, default=timeout, help=f"seconds for one run (default: {timeout:g})")
        table.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    compileall.compile_dir(Path(__file__).resolve().parents[1] / "src", quiet=2)
    print_table = TABLES[args.table][1]
    return print_table(args.config, args.timeout, markdown=args.markdown)


if __name__ == "__main__":
    sys.exit(main())
