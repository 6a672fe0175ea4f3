"""Compare with every installed evaluator that does the same job, on the same hands in the same process.

Usage: python bench/compare.py [--markdown]

The ratio is ours to theirs in hands per second, above 1 where we are faster. Ordinary poker stands in for Soko,
which no other library knows: with both new classes off, Soko ranks exactly as they do.
"""

import argparse
import platform
import timeit
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import numpy as np

from sokodugi import Soko, badugi, build_info, cards, soko

ORDINARY = Soko(four_flush=False, four_straight=False)
BATCH = 1_000_000

Job = Callable[[], object]


def rate(job: Job, hands: int) -> float:
    """Return hands per second: the best of seven runs of at least 20 ms."""
    timer = timeit.Timer(job)
    runs = max(1, int(0.02 / max(timer.timeit(1), 1e-9)))
    return hands * runs / min(timer.repeat(7, runs))


def pairs(text: str) -> list[str]:
    """Cut card text into cards."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def batch_rows() -> list[tuple[str, str, Job, Job, int, int]]:
    """Whole arrays: task, peer, our job, its job, hands in each."""
    rows = []
    out = np.empty(BATCH, np.uint16)
    for game, n in ((badugi, 4), (soko, 5), (badugi, 5), (badugi, 7), (soko, 7)):
        hands = cards.deal(BATCH, n, seed=n)
        copy = np.empty_like(hands)
        ours = lambda game=game, hands=hands: game.evaluate(hands, out)  # noqa: E731
        rows.append(
            (f"{game.name}, {n} cards, batch", "numpy copyto", ours, lambda c=copy, h=hands: np.copyto(c, h), BATCH, BATCH)
        )
    four = cards.deal(20_000, 4, seed=1)
    texts = [cards.format(hand) for hand in four]
    ours = lambda: badugi.evaluate(texts)  # noqa: E731
    with_peer(rows, "poker_equity", "badugi, 4 cards, list of text", ours, len(texts), lambda m: lambda: m.score_batch("badugi", texts), len(texts))
    few = texts[:200]
    with_peer(rows, "pokerkit", "badugi, 4 cards, list of text", ours, len(texts), lambda m: lambda: [m.BadugiHand.from_game(t) for t in few], len(few))
    return rows


def single_rows() -> list[tuple[str, str, Job, Job, int, int]]:
    """One hand a call."""
    rows: list[tuple[str, str, Job, Job, int, int]] = []
    text = "AsKdQh2c3d"
    ids = tuple(cards.parse(text).tolist())
    from_ids = lambda: ORDINARY.evaluate(ids)  # noqa: E731
    from_text = lambda: ORDINARY.evaluate(text)  # noqa: E731
    made = {
        "phevaluator": ("ids", lambda m: lambda: m.evaluate_cards(*ids)),
        "phevaluator ": ("text", lambda m: lambda: m.evaluate_cards("As", "Kd", "Qh", "2c", "3d")),
        "treys": ("cards made before", treys_call),
        "eval7": ("cards made before", lambda m: lambda c=[m.Card(x) for x in pairs(text)]: m.evaluate(c)),
        "pkrbot": ("cards made before", lambda m: lambda c=[m.Card(x) for x in pairs(text)]: m.evaluate(c)),
    }
    for name, (form, make) in made.items():
        ours = from_text if form == "text" else from_ids
        with_peer(rows, name.strip(), f"ordinary high, 5 cards, one call from {form}", ours, 1, make, 1)
    return rows


def treys_call(module):
    """Treys has an evaluator object and integer cards."""
    evaluator = module.Evaluator()
    hand = [module.Card.new(card) for card in pairs("AsKdQh2c3d")]
    return lambda: evaluator.evaluate(hand[:2], hand[2:])


def with_peer(rows, name, task, ours, our_hands, make, hands) -> None:
    """Add a row if the peer is installed."""
    try:
        module = import_module(name)
    except ImportError:
        return
    rows.append((task, f"{name} {version(name.replace('_', '-'))}", ours, make(module), our_hands, hands))


def cpu() -> str:
    """Return the name of the CPU."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        if names:
            return names[0]
    return platform.processor() or platform.machine()


def human(value: float) -> str:
    """Write a rate as 1.23 G/s, 45.6 M/s or 789 k/s."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}/s"
    return f"{value:.3g} /s"


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    markdown = parser.parse_args().markdown
    info = build_info()
    print(
        f"sokodugi {info['version']}, {info['simd']}, {info['compiler']}; Python {platform.python_version()}, "
        f"NumPy {np.__version__}; {cpu()}, one thread\n"
    )
    head = ("task", "hands/s", "peer", "its hands/s", "ratio")
    table = [head]
    for task, peer, ours, theirs, our_hands, hands in batch_rows() + single_rows():
        mine, its = rate(ours, our_hands), rate(theirs, hands)
        table.append((task, human(mine), peer, human(its), f"{mine / its:.3g}"))
    if markdown:
        table.insert(1, ("---", "---:", "---", "---:", "---:"))
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells))


if __name__ == "__main__":
    main()
