"""Loops in a sequence, as traces have them."""

from __future__ import annotations

from threadproof.result.rounds import Rounds, find_rounds


def test_nothing_repeats() -> None:
    assert find_rounds("abcdefg") == []
    assert find_rounds("") == []


def test_few_rounds_are_no_loop() -> None:
    assert find_rounds("xababab") == []


def test_a_loop() -> None:
    text = "xy" + "abc" * 20 + "z"
    (rounds,) = find_rounds(text)
    assert rounds == Rounds(2, 62, 3)
    assert text[rounds.middle.start : rounds.middle.stop] == "abc" * 18


def test_two_loops_and_a_half_round() -> None:
    assert find_rounds("ab" * 8 + "a" + "cd" * 8) == [Rounds(0, 16, 2), Rounds(17, 33, 2)]


def test_one_item_again_and_again() -> None:
    assert find_rounds("abbbbbbbbc") == [Rounds(1, 9, 1)]
