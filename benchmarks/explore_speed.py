"""How fast does the explorer go through states? Lamport's bakery, built by hand.

    python benchmarks/explore_speed.py [--threads 3] [--reduction none] [--profile]

Prints states, transitions and states per second of CPU time, without and with the digest of the proof.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.helpers.ir_builder import bakery
from threadproof.engines.engine import Run
from threadproof.engines.explore.digest import digest
from threadproof.engines.explore.engine import Exploration
from threadproof.options import Options


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=1, help="how often each thread enters")
    parser.add_argument("--reduction", choices=["none", "local", "future"], default="none")
    parser.add_argument("--property", choices=["unreach-call", "no-deadlock"], default="unreach-call")
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    options = Options.make(property=args.property, reduction=args.reduction)
    x = Exploration(bakery(args.threads, rounds=args.rounds), args.property, Run(options))
    gc.disable()
    profile = cProfile.Profile()
    if args.profile:
        profile.enable()
    start = time.process_time()
    x.search.start()
    x.search.run(None, None)
    searched = time.process_time()
    digest(x.search.seen)
    done = time.process_time()
    profile.disable()
    states = len(x.search.seen)
    print(f"{states} states, {x.search.transitions} transitions, {len(x.graph.moves)} computed ones")
    print(f"search  {searched - start:.2f} s CPU, {states / (searched - start):.0f} states/s")
    print(f"+digest {done - start:.2f} s CPU, {states / (done - start):.0f} states/s")
    if args.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(12)


if __name__ == "__main__":
    main()
