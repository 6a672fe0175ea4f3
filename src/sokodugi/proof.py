"""Proof that the kernels on this machine rank every hand as the rule books do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import comb
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import cards
from ._native import _ranking
from .badugi import badugi
from .errors import HandTypeError
from .evaluator import Evaluator
from .soko import soko

__all__ = ["Difference", "Proof", "Verification", "verify"]

_CHUNK = 1024  # hands that the reference ranks between two reports of progress
_SAMPLE = 1 << 14  # random hands of each size that are too many to go through
_TOP_CARDS = {"badugi": badugi.categories, "soko": ("four-flush", "four-straight")}


@dataclass(frozen=True)
class Difference:
    """A hand on which the kernels and the rules disagree."""

    kernels: str
    """What ranked the hand: a SIMD path, and how the hand was given."""
    hand: str
    """Its cards in the order in which they were given."""
    by_the_rules: int
    """The rank that it has."""
    found: int
    """The rank that it was given; 0 if it was taken for no hand."""

    def __str__(self) -> str:
        return f"{self.kernels}: {self.hand} has rank {self.found}, but {self.by_the_rules} by the rules"


@dataclass(frozen=True)
class Proof:
    """What came of one game."""

    game: Evaluator
    """The game and its house rules."""
    quick: bool
    """Whether the short proof was asked for."""
    paths: tuple[str, ...]
    """The SIMD paths compared."""
    counts: NDArray[np.int64]
    """Hands of a full hand's number of cards by rank, as the reference ranks them; entry 0 is 0."""
    difference: Difference | None
    """The first hand ranked differently, or None."""
    seconds: float
    """How long it took."""

    def __str__(self) -> str:
        n = self.game.final_size
        if self.difference:
            return f"{self.game!r}\nWRONG: {self.difference}"
        orders = "two orders" if self.quick else f"all {len(_orders(n, quick=False))} orders"
        sizes = [size for size in self.game.hand_sizes if size > n]
        return "\n".join(
            [
                repr(self.game),
                f"All {comb(cards.DECK, n):,} hands have the rank that the rules give them: the cards in "
                f"{orders}, as masks, and one hand at a time.",
                f"{_SAMPLE:,} random hands of each size from {sizes[0]} to {sizes[-1]} cards are as good as "
                f"the best {n} of their cards.",
                f"SIMD paths: {', '.join(self.paths)}. Time: {self.seconds:.1f} s.",
                "",
                self.table(),
            ]
        )

    def table(self) -> str:
        """Return the frequencies of the classes of hands, and of their highest cards, as text."""
        ranks = np.arange(1, self.game.n_ranks + 1)
        category, counts = np.asarray(self.game.category(ranks)), self.counts[1:]
        rows = [("class", "hands", "share", "ranks")]
        for c, name in enumerate(self.game.categories):
            hands = int(counts[category == c].sum())
            rows.append(
                (name, f"{hands:,}", f"{hands / counts.sum():.4%}", f"{int((category == c).sum()):,}")
            )
        rows.append(("all", f"{int(counts.sum()):,}", "", f"{self.game.n_ranks:,}"))

        names = _TOP_CARDS[self.game.name]
        top = self.game._game_tables.shape[1:, 0]
        by_top = [("highest card", *names)]
        for r, letter in enumerate(cards.RANKS):
            hands_of = (
                counts[(top == r) & (category == self.game.categories.index(name))].sum() for name in names
            )
            by_top.append((letter, *(f"{int(hands):,}" for hands in hands_of)))
        return f"{_columns(rows)}\n\n{_columns(by_top)}"


@dataclass(frozen=True)
class Verification:
    """What :func:`verify` found out; true if the kernels are right."""

    proofs: tuple[Proof, ...]
    """One for each game and set of house rules."""

    @property
    def ok(self) -> bool:
        """Whether every hand has the rank that the rules give it."""
        return all(proof.difference is None for proof in self.proofs)

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.proofs))


class _Hands(NamedTuple):
    """All hands of one size."""

    rows: NDArray[np.uint8]
    asked: NDArray[np.uint8]
    """The hands that the reference ranks."""
    answer: NDArray[np.intp] | slice
    """Which of its answers holds for each row."""


def verify(
    game: Evaluator | None = None,
    *,
    all_rules: bool = False,
    quick: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Prove that every SIMD path of this machine ranks every hand as the plain reference does.

    All 270,725 Badugi hands (and those of one to three cards) and all 2,598,960 Soko hands are ranked by
    :mod:`sokodugi.reference` and then by the kernels: in every order of their cards, as masks, and one at a
    time. Larger hands are sampled: each must be as good as the best full hand among its cards.

    Parameters
    ----------
    game : Evaluator, optional
        The game to prove; both, by default.
    all_rules : bool, default False
        Prove every combination of house rules of the game, or of both games: 4 of Badugi, 32 of Soko.
    quick : bool, default False
        Of the hands that differ only in the names of the suits, let the reference rank one; and give the
        kernels the cards in ascending and in descending order only. Takes about a tenth of the time.
    progress : callable, optional
        Called as ``progress(done, total)`` with counts of steps.

    Returns
    -------
    Verification
        True if all ranks agree; its text tells what was compared, and the frequencies of the classes of hands
        or the first hand that is ranked differently.

    Raises
    ------
    HandTypeError
        If `game` is not a game.

    Notes
    -----
    Takes three seconds for Badugi and the better part of a minute for Soko. The SIMD path in use is switched
    meanwhile, for all threads, and restored at the end.

    Examples
    --------
    >>> import sokodugi
    >>> bool(sokodugi.verify(sokodugi.badugi, quick=True))
    True
    """
    if game is not None and not isinstance(game, Evaluator):
        raise HandTypeError(f"a game is an evaluator such as sokodugi.soko, not {game!r}")
    games: list[Evaluator] = [badugi, soko] if game is None else [game]
    if all_rules:
        games = [other for one in games for other in _every_rule(one)]
    hands = {n: _all_hands(n, quick) for one in games for n in _sizes(one)}
    paths = _ranking.simd_paths()
    total = sum(
        -(-len(hands[n].asked) // _CHUNK) + len(paths) * len(_orders(n, quick))
        for one in games
        for n in _sizes(one)
    )
    steps = iter(range(1, total + 1))

    def step() -> None:
        done = next(steps)
        if progress is not None:
            progress(done, total)

    in_use = _ranking.simd_in_use()
    try:
        return Verification(tuple(_prove(one, hands, quick, paths, step) for one in games))
    finally:
        _ranking.use_simd(in_use)


def _every_rule(game: Evaluator) -> list[Evaluator]:
    make: Callable[..., Evaluator] = type(game)
    readings = {str: ("low", "high"), bool: (True, False)}
    choices = product(*(readings[type(value)] for value in game.rules.values()))
    return [make(**dict(zip(game.rules, values, strict=True))) for values in choices]


def _sizes(game: Evaluator) -> list[int]:
    """Return the numbers of cards that are gone through, not sampled."""
    return [n for n in game.hand_sizes if n <= game.final_size]


def _orders(n: int, quick: bool) -> list[tuple[int, ...]]:
    orders = list(permutations(range(n)))
    return orders[:: len(orders) - 1] if quick and n > 1 else orders


def _all_hands(n: int, quick: bool) -> _Hands:
    rows = cards.all_hands(n)
    if not quick:
        return _Hands(rows, rows, slice(None))
    # Hands are alike but for the names of the suits if their sets of ranks, one a suit, are in some order.
    bits = np.int64(1) << (rows >> 2)
    suits = np.stack([np.where((rows & 3) == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
    keys = np.sort(suits, axis=1) @ (1 << 13 * np.arange(4))
    _, first, answer = np.unique(keys, return_index=True, return_inverse=True)
    return _Hands(rows, rows[first], answer)


def _prove(
    game: Evaluator, hands: dict[int, _Hands], quick: bool, paths: tuple[str, ...], step: Callable[[], None]
) -> Proof:
    start = perf_counter()
    ranks = {n: _by_the_rules(game, hands[n].asked, step)[hands[n].answer] for n in _sizes(game)}
    rows = {n: hands[n].rows for n in ranks}
    difference = next(_differences(game, rows, ranks, quick, paths, step), None)
    counts = np.bincount(ranks[game.final_size], minlength=game.n_ranks + 1).astype(np.int64)
    return Proof(game, quick, paths, counts, difference, perf_counter() - start)


def _by_the_rules(game: Evaluator, hands: NDArray[np.uint8], step: Callable[[], None]) -> NDArray[np.uint16]:
    from . import reference

    by_name: dict[str, Callable[..., int]] = {"badugi": reference.badugi_rank, "soko": reference.soko_rank}
    rank = by_name[game.name]
    ranks = np.empty(len(hands), np.uint16)
    for first in range(0, len(hands), _CHUNK):
        chunk = hands[first : first + _CHUNK]
        ranks[first : first + len(chunk)] = [rank(hand, **game.rules) for hand in chunk.tolist()]
        step()
    return ranks


def _differences(
    game: Evaluator,
    hands: dict[int, NDArray[np.uint8]],
    expected: dict[int, NDArray[np.uint16]],
    quick: bool,
    paths: tuple[str, ...],
    step: Callable[[], None],
) -> Iterator[Difference]:
    for path in paths:
        _ranking.use_simd(path)
        for n, rows in hands.items():
            for order in _orders(n, quick):
                shuffled = rows[:, order]
                yield from _compare(path, shuffled, game.rank_or_zero(shuffled), expected[n])
                step()
            yield from _compare(f"{path}, masks", rows, game.rank_or_zero(_masks(rows)), expected[n])
        for n in range(game.final_size + 1, game.hand_sizes.stop):
            rows = cards.deal(_SAMPLE, n, seed=n)
            full = (rows[:, places] for places in combinations(range(n), game.final_size))
            best = np.minimum.reduce([game.rank_or_zero(five) for five in full])
            yield from _compare(path, rows, game.rank_or_zero(rows), best)
            yield from _compare(f"{path}, masks", rows, game.rank_or_zero(_masks(rows)), best)
    for n, rows in hands.items():
        one_by_one = np.fromiter(map(game.evaluate, map(tuple, rows.tolist())), np.uint16, len(rows))
        yield from _compare("one hand at a time", rows, one_by_one, expected[n])


def _masks(rows: NDArray[np.uint8]) -> NDArray[Any]:
    return np.asarray(cards.to_masks(rows))


def _compare(
    kernels: str, rows: NDArray[np.uint8], found: NDArray[np.uint16], expected: NDArray[np.uint16]
) -> Iterator[Difference]:
    for i in np.flatnonzero(found != expected)[:1]:
        yield Difference(kernels, cards.format(rows[i]), int(expected[i]), int(found[i]))


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    """Lay text out in columns, the first one to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )
