"""Equities, in deals a second.

Usage: pytest bench/bench_equity.py, which times each case; or python bench/bench_equity.py, which prints the
rates and, where poker-equity does the same job, the ratio to its rate in the same process, one thread each.
"""

import timeit
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pytest

from sokodugi import Range, badugi, cards, soko

SIX = ["AsKs", "7h7d", "QcQh", "2c3c", "9s8s", "JdJh"]
ONE_TO_COME = ["As2d3c", "Ac2h4d"]
TWO_TO_COME = ["As2d", "Ac2h"]


class Case(NamedTuple):
    """Something to time, how many deals it stands for, and how poker-equity does it."""

    name: str
    call: Callable[[], object]
    deals: int
    peer: Callable[[], object] | None = None
    peer_deals: int = 0


def cases() -> Iterator[Case]:
    """All cases."""

    def sampled(game, hands, n):
        return partial(game.equity, hands, method="sample", samples=n, seed=1)

    from_text, exact_from_text = _poker_equity()
    n = 4_000_000
    peer = from_text and partial(from_text, "badugi", ONE_TO_COME, samples=n // 4, seed=1, threads=1)
    yield Case(
        "badugi, heads-up, one card to come, sampled", sampled(badugi, ONE_TO_COME, n), n, peer, n // 4
    )
    peer = exact_from_text and partial(exact_from_text, "badugi", ONE_TO_COME)
    yield Case(
        "badugi, heads-up, one card to come, exact", partial(badugi.equity, ONE_TO_COME), 2070, peer, 2070
    )
    n = 1_167_480
    peer = exact_from_text and partial(exact_from_text, "badugi", TWO_TO_COME)
    yield Case("badugi, heads-up, two cards to come, exact", partial(badugi.equity, TWO_TO_COME), n, peer, n)
    n = 270_725 * 194_580
    yield Case("badugi, all against all, exact", partial(badugi.equity, ["", ""]), n)
    ranges = [Range.parse("A2**"), Range.parse("<=8-7-6-5", badugi)]
    yield Case("badugi, two ranges, exact", partial(badugi.equity, ranges), 18_935_520)
    n = 1_000_000
    yield Case("badugi, two ranges, sampled", sampled(badugi, ranges, n), n)
    n = 245_430_240
    yield Case("soko, heads-up, two known, exact", partial(soko.equity, SIX[:2]), n)
    n = 3_986_646_103_440
    yield Case("soko, all against all, exact", partial(soko.equity, ["", ""]), n)
    three = ["AsKs2d", "7h7d3c", "QcQhJc"]
    yield Case("soko, three players, three known, exact", partial(soko.equity, three), 548_680_860)
    n = 4_000_000
    yield Case("soko, heads-up, two known, sampled", sampled(soko, SIX[:2], n), n)
    yield Case("soko, six players, two known, sampled", sampled(soko, SIX, n // 2), n // 2)
    hands = cards.deal(10_000, 4, seed=1).reshape(-1, 2, 2)
    n = 10_000 * 1000
    yield Case("soko, 10,000 situations x 1,000 deals", partial(soko.equity_many, hands, seed=1), n)
    yield Case(
        "soko, a complete hand against a random one, exact", partial(soko.strength, "AsKsQsJd2c"), 1_533_939
    )


def _poker_equity():
    try:
        from poker_equity import chunk_from_text, exact_from_text
    except ImportError:
        return None, None
    return chunk_from_text, exact_from_text


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_equity(benchmark, case):
    benchmark.extra_info["deals"] = case.deals
    benchmark.pedantic(case.call, rounds=5, warmup_rounds=1)


def rate(call: Callable[[], object], deals: int) -> tuple[float, float]:
    """Return the time of one call and the deals a second: the best of five runs of at least 20 ms."""
    call()
    timer = timeit.Timer(call)
    runs = max(1, int(0.02 / max(timer.timeit(1), 1e-9)))
    seconds = min(timer.repeat(5, runs)) / runs
    return seconds, deals / seconds


def main() -> None:
    """Print a line for each case."""
    for case in cases():
        seconds, ours = rate(case.call, case.deals)
        line = f"{case.name:50} {1e3 * seconds:9.3f} ms  {ours / 1e6:15,.1f} M deals/s"
        if case.peer is not None:
            _, theirs = rate(case.peer, case.peer_deals)
            line += f"  poker-equity {theirs / 1e6:.2f} M deals/s, ratio {ours / theirs:,.1f}"
        print(line)


if __name__ == "__main__":
    main()
