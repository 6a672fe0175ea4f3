"""What the evaluators are compared with: the reference, spread over all hands.

The reference takes some 10 µs for a hand, so it is asked once for each class of hands that no rule can tell
apart. That it gives all hands of a class the same key is shown in ``test_reference.py`` and, for every single
hand, by the slow tests.

Hands are in colexicographic order where their number is looked up: the number of c0 < c1 < ... is
C(c0, 1) + C(c1, 2) + ..., whatever the size of the deck.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, permutations, product
from math import comb

import numpy as np

from sokodugi import Badugi, Soko, cards, reference
from sokodugi._native import _ranking

Ranks = np.ndarray

BADUGI_RULES = [{"ace": ace, "best": best} for ace in ("low", "high") for best in ("low", "high")]
SOKO_OPTIONS = ("four_flush", "four_straight", "ace_low", "open_ended", "paired")
SOKO_RULES = [dict(zip(SOKO_OPTIONS, values, strict=True)) for values in product([True, False], repeat=5)]
GAMES = [Badugi(**rules) for rules in BADUGI_RULES] + [Soko(**rules) for rules in SOKO_RULES]
HIGH_POKER = Soko(four_flush=False, four_straight=False)


@contextmanager
def forced(path: str) -> Iterator[None]:
    """Use a SIMD path for a while."""
    before = _ranking.simd_in_use()
    _ranking.use_simd(path)
    try:
        yield
    finally:
        _ranking.use_simd(before)


def brief(game: Badugi | Soko) -> str:
    """Name a game by those of its rules that are not the default."""
    default = type(game)().rules
    odd = [f"{rule}={value}" for rule, value in game.rules.items() if value != default[rule]]
    return f"{game.name}({', '.join(odd)})"


def reference_rank(game: Badugi | Soko) -> Callable[[tuple[int, ...]], int]:
    """The reference's rank of one hand."""
    rank = reference.badugi_rank if isinstance(game, Badugi) else reference.soko_rank
    return lambda hand: rank(hand, **game.rules)


def colex_hands(n: int) -> np.ndarray:
    """All hands of n cards in colexicographic order, which is the lexicographic one turned round."""
    return np.ascontiguousarray(51 - cards.all_hands(n)[::-1, ::-1])


def as_masks(hands: np.ndarray) -> np.ndarray:
    """Masks of hands, the slow and plain way."""
    return np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=-1)


CHOOSE = np.array([[comb(card, n) for card in range(52)] for n in range(14)])


def colex_number(hands: np.ndarray) -> np.ndarray:
    """The places of ascending hands in ``colex_hands``."""
    return sum(CHOOSE[i + 1][hands[..., i]] for i in range(hands.shape[-1]))


def without_each(hands: np.ndarray) -> list[np.ndarray]:
    """For each j, the places of ascending hands without their card j."""
    return [colex_number(np.delete(hands, j, axis=-1)) for j in range(hands.shape[-1])]


def one_more(hands: np.ndarray, ranks: Ranks, chunk: int = 1 << 20) -> Iterator[tuple[np.ndarray, Ranks]]:
    """All hands of one card more and their ranks, the best of those without one card.

    `hands` and `ranks` are those of all hands of some number of cards, which is at least that of the cards
    that count, in colexicographic order.
    """
    n = hands.shape[1]
    for first in range(0, len(hands), chunk):
        fewer = hands[first : first + chunk]
        without = without_each(fewer)
        for top in range(n, 52):
            rows = min(len(fewer), comb(top, n) - first)
            if rows <= 0:
                continue
            best = ranks[first : first + rows]
            for number in without:
                best = np.minimum(best, ranks[number[:rows] + comb(top, n)])
            yield np.column_stack([fewer[:rows], np.full(rows, top, np.uint8)]), best


def best_subset(hands: np.ndarray, ranks: Ranks, size: int) -> Ranks:
    """Ranks of any hands: the best of their subsets of `size` cards, all of which have the given ranks."""
    ascending = np.sort(hands, axis=-1)
    subsets = combinations(range(hands.shape[-1]), size)
    return np.minimum.reduce([ranks[colex_number(ascending[..., list(places)])] for places in subsets])


class Oracle:
    """The ranks of all hands of a size by the reference.

    Parameters
    ----------
    hands : ndarray of uint8, shape (N, n)
        All hands, ascending.
    alike : ndarray of int, shape (N,)
        Equal for hands that no rule can tell apart.
    key : callable
        The reference's key of a hand under given rules.
    """

    def __init__(self, hands: np.ndarray, alike: np.ndarray, key: Callable[..., tuple[int, ...]]):
        _, example, self.group = np.unique(alike, return_index=True, return_inverse=True)
        self.examples = list(map(tuple, hands[example].tolist()))
        self.key = key
        self.known: dict[tuple[object, ...], Ranks] = {}

    def __call__(self, game: Badugi | Soko) -> Ranks:
        rules = tuple(game.rules.values())
        if rules not in self.known:
            keys = [self.key(hand, **game.rules) for hand in self.examples]
            number = {key: rank for rank, key in enumerate(sorted(set(keys)), start=1)}
            self.known[rules] = np.array([number[key] for key in keys], np.uint16)[self.group]
            self.known[rules].setflags(write=False)
        return self.known[rules]


def badugi_oracle() -> Oracle:
    """Ranks of all four-card hands. Hands are alike if they differ by names of suits only."""
    hands = colex_hands(4)
    renamed = [
        np.array([1 << (card & ~3 | suits[card & 3]) for card in range(52)])[hands].sum(axis=1)
        for suits in permutations(range(4))
    ]
    return Oracle(hands, np.minimum.reduce(renamed), reference.badugi_key)


def soko_oracle() -> Oracle:
    """Ranks of all five-card hands. Suits count only where four or more agree.

    So hands are alike if their ranks are, and the same of their cards, ascending, are of such a suit.
    """
    hands = colex_hands(5)
    suits = hands & 3
    alike = (hands >> 2) @ 13 ** np.arange(5)
    for suit in range(4):
        of_suit = suits == suit
        large = of_suit.sum(axis=1) >= 4
        alike += 13**5 * np.where(large, of_suit @ 2 ** np.arange(5), 0)
    return Oracle(hands, alike, reference.soko_key)
