"""Draw the cost of a hand against the number of hands in a call, from one to a hundred million.

Usage: python bench/plot_sizes.py FILE.svg
"""

import argparse
import timeit
from functools import partial

import matplotlib.pyplot as plt
import numpy as np

from sokodugi import badugi, build_info, cards, soko

SIZES = [round(10 ** (exponent / 2)) for exponent in range(17)]
CASES = {"Badugi, 4 cards": (badugi, 4), "Soko, 5 cards": (soko, 5), "Soko, 7 cards": (soko, 7)}


def cost(job, n: int) -> float:
    """Return nanoseconds a hand: the best of five runs of at least 5 ms."""
    timer = timeit.Timer(job)
    runs = max(1, int(0.005 / max(timer.timeit(1), 1e-9)))
    return min(timer.repeat(5, runs)) / runs / n * 1e9


def main() -> None:
    """Measure and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    file = parser.parse_args().file
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for label, (game, n) in CASES.items():
        rows = cards.deal(SIZES[-1], n, seed=1)
        out = np.empty(SIZES[-1], np.uint16)
        costs = [cost(partial(game.evaluate, rows[:m], out[:m]), m) for m in SIZES]
        axes.loglog(SIZES, costs, marker="o", markersize=3, label=label)
        for m, nanoseconds in zip(SIZES, costs, strict=True):
            print(f"{label}, {m:,} hands: {nanoseconds:.3g} ns a hand")
    axes.set(xlabel="hands in a call", ylabel="nanoseconds a hand")
    info = build_info()
    axes.set_title(f"sokodugi {info['version']}, {info['simd']}, one thread", fontsize="medium")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(file)


if __name__ == "__main__":
    main()
