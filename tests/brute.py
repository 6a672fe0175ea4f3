"""Equities by the plainest means: every deal written out, every hand ranked, winners counted with fractions.

For small questions only. ``dead`` cards make decks small.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from sokodugi.evaluator import Evaluator

Choice = tuple[frozenset[int], Fraction]


def deals(
    players: Sequence[frozenset[int]], size: int, deck: frozenset[int]
) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to fill up hands from a deck."""
    if not players:
        yield ()
        return
    first, *rest = players
    for drawn in combinations(sorted(deck), size - len(first)):
        for others in deals(rest, size, deck - set(drawn)):
            yield (first | set(drawn), *others)


class Brute:
    """Counts as a Tally has them, as fractions.

    Parameters
    ----------
    choices : for each player the sets of cards that he may hold, each with its weight
    """

    def __init__(
        self, game: Evaluator, choices: Sequence[Sequence[Choice]], dead: frozenset[int] = frozenset()
    ):
        n = len(choices)
        self.deals = Fraction(0)
        self.ways = [[Fraction(0)] * n for _ in range(n)]
        self.categories = [[Fraction(0)] * len(game.categories) for _ in range(n)]
        self.winning = [Fraction(0)] * len(game.categories)
        for picked in product(*choices):
            sets = [cards for cards, _ in picked]
            taken = frozenset().union(*sets)
            if len(taken) != sum(map(len, sets)) or taken & dead:
                continue
            weight = Fraction(1)
            for _, w in picked:
                weight *= w
            every = [
                [sorted(hand) for hand in deal]
                for deal in deals(sets, game.final_size, frozenset(range(52)) - dead - taken)
            ]
            if not every:
                continue
            ranks = np.asarray(game.evaluate(np.array(every, np.uint8)))
            classes = np.asarray(game.category(ranks))
            for row, kinds in zip(ranks.tolist(), classes.tolist(), strict=True):
                best = min(row)
                self.deals += weight
                self.winning[kinds[row.index(best)]] += weight
                for p, (rank, kind) in enumerate(zip(row, kinds, strict=True)):
                    self.categories[p][kind] += weight
                    if rank == best:
                        self.ways[p][row.count(best) - 1] += weight

    def equity(self) -> list[Fraction]:
        return [sum((w / k for k, w in enumerate(row, 1)), Fraction(0)) / self.deals for row in self.ways]
