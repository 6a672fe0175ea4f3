"""Compare with every installed evaluator that does the same job, on the same hands in the same process.

Usage: python bench/compare.py [--markdown]

The ratio is our rate to theirs, above 1 where we are faster. Ordinary poker stands in for Soko, which no
other library knows: with both new classes off, Soko ranks as they do. numpy.copyto, which copies the same
array and ranks nothing, is the limit that memory sets.
"""

import argparse
import platform
import timeit
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sokodugi import Soko, badugi, build_info, cards, soko

ORDINARY = Soko(four_flush=False, four_straight=False)
BATCH = 1_000_000
TEXT = "AsKdQh2c3d"
CARDS = [TEXT[i : i + 2] for i in range(0, len(TEXT), 2)]
IDS = tuple(cards.parse(TEXT).tolist())


class Job(NamedTuple):
    """Something to time, and how many hands it ranks."""

    call: Callable[[], object]
    hands: int = 1

    def rate(self) -> float:
        """Return hands per second: the best of nine runs of at least 20 ms."""
        self.call()  # builds tables
        timer = timeit.Timer(self.call)
        runs = max(1, int(0.02 / max(timer.timeit(1), 1e-9)))
        return self.hands * runs / min(timer.repeat(9, runs))


class Row(NamedTuple):
    """A task done by both."""

    task: str
    peer: str
    ours: Job
    theirs: Job


FROM_IDS = Job(partial(ORDINARY.evaluate, IDS))
FROM_TEXT = Job(partial(ORDINARY.evaluate, TEXT))


def memory() -> Iterator[Row]:
    """Batches, beside a copy of the same array."""
    out = np.empty(BATCH, np.uint16)
    for game, n in ((badugi, 4), (soko, 5), (badugi, 5), (badugi, 7), (soko, 6), (soko, 7)):
        hands = cards.deal(BATCH, n, seed=n)
        ours = Job(partial(game.evaluate, hands, out), BATCH)
        copy = Job(partial(np.copyto, np.empty_like(hands), hands), BATCH)
        yield Row(f"{game.name}, {n} cards, array", f"numpy.copyto {np.__version__}", ours, copy)


def badugi_texts(n: int) -> list[str]:
    """Return n random hands as text."""
    return [cards.format(hand) for hand in cards.deal(n, 4, seed=1)]


def poker_equity() -> Iterator[Row]:
    """Badugi from a list of text."""
    from poker_equity import score_batch

    texts = badugi_texts(20_000)
    ours = Job(partial(badugi.evaluate, texts), len(texts))
    yield Row(
        "badugi, 4 cards, list of text",
        "poker-equity",
        ours,
        Job(partial(score_batch, "badugi", texts), len(texts)),
    )


def pokerkit() -> Iterator[Row]:
    """Badugi from a list of text, a hand at a time."""
    from pokerkit import BadugiHand

    texts = badugi_texts(200)
    theirs = Job(lambda: list(map(BadugiHand.from_game, texts)), len(texts))
    yield Row(
        "badugi, 4 cards, list of text", "pokerkit", Job(partial(badugi.evaluate, texts), len(texts)), theirs
    )


def phevaluator() -> Iterator[Row]:
    """Ordinary poker, one hand a call."""
    from phevaluator import evaluate_cards

    yield Row("5 cards, one call, ids", "phevaluator", FROM_IDS, Job(partial(evaluate_cards, *IDS)))
    yield Row("5 cards, one call, text", "phevaluator", FROM_TEXT, Job(partial(evaluate_cards, *CARDS)))


def treys() -> Iterator[Row]:
    """Ordinary poker from cards that were made before."""
    from treys import Card, Evaluator

    hand = [Card.new(card) for card in CARDS]
    yield Row(
        "5 cards, one call, ids or made cards",
        "treys",
        FROM_IDS,
        Job(partial(Evaluator().evaluate, hand[:2], hand[2:])),
    )


def eval7() -> Iterator[Row]:
    """Ordinary poker from cards that were made before."""
    from eval7 import Card, evaluate

    yield Row(
        "5 cards, one call, ids or made cards",
        "eval7",
        FROM_IDS,
        Job(partial(evaluate, list(map(Card, CARDS)))),
    )


def pkrbot() -> Iterator[Row]:
    """Ordinary poker from cards that were made before."""
    from pkrbot import Card, evaluate

    yield Row(
        "5 cards, one call, ids or made cards",
        "pkrbot",
        FROM_IDS,
        Job(partial(evaluate, list(map(Card, CARDS)))),
    )


def rows() -> Iterator[Row]:
    """All comparisons with what is installed."""
    yield from memory()
    for peer in (poker_equity, pokerkit, phevaluator, treys, eval7, pkrbot):
        try:
            for row in peer():
                yield row._replace(peer=f"{row.peer} {version(row.peer)}")
        except ImportError:
            print(f"{peer.__name__} is not installed: left out")


def cpu() -> str:
    """Return the name of the CPU."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def human(rate: float) -> str:
    """Write a rate as 1.23 G/s, 45.6 M/s or 789 k/s."""
    unit, size = next(((u, s) for u, s in (("G", 1e9), ("M", 1e6), ("k", 1e3)) if rate >= s), ("", 1))
    return f"{rate / size:.3g} {unit}/s"


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    markdown = parser.parse_args().markdown
    info = build_info()
    build = f"sokodugi {info['version']} ({info['simd']}, {info['compiler']})"
    print(f"{build}, Python {platform.python_version()}, {cpu()}, one thread\n")
    table = [("task", "hands/s", "peer", "its hands/s", "ratio")]
    for row in rows():
        ours, theirs = row.ours.rate(), row.theirs.rate()
        table.append((row.task, human(ours), row.peer, human(theirs), f"{ours / theirs:.3g}"))
    if markdown:
        table.insert(1, ("---", "---:", "---", "---:", "---:"))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells).rstrip())


if __name__ == "__main__":
    main()
