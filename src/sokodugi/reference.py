"""The rules of Badugi and Soko in plain Python, to be read beside a rule book.

Nothing here is fast and nothing is clever: all subsets are tried and the best one is taken. That makes this
module the oracle for everything that *is* fast, in the tests and in ``sokodugi verify``.

Cards are integers, ``4 * rank + suit`` with ranks 2 to A = 0 to 12 and suits c, d, h, s = 0 to 3. A hand is
any iterable of them, in any order. Input is taken to be valid: distinct cards, as many as the game allows.

Each game has a *key* (a tuple; the smaller, the better; equal keys split the pot; its first element is the
index into the tuple of categories), the cards that *play*, and a *rank* (the position of the key among all
possible keys, 1 is best). A house rule is a keyword, the same one in every function of its game.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

__all__ = [
    "BADUGI_CATEGORIES",
    "SOKO_CATEGORIES",
    "badugi_key",
    "badugi_playing",
    "badugi_rank",
    "badugi_ranks",
    "soko_key",
    "soko_playing",
    "soko_rank",
    "soko_ranks",
]

# ---------------------------------------------------------------------------------------------- Badugi

BADUGI_CATEGORIES = ("four-card", "three-card", "two-card", "one-card")

# How high the ranks 2 to A stand, from 0 to 12.
_HEIGHTS = {
    "low": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0),
    "high": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}


def badugi_playing(cards: Iterable[int], *, ace: str = "low", best: str = "low") -> tuple[int, ...]:
    """Return the cards of a hand that play in Badugi.

    They are the best of the largest subsets in which all ranks and all suits differ. Where several subsets
    are equally good, it is the one whose card ids, in ascending order, come first lexicographically.

    Parameters
    ----------
    cards : iterable of int
        1 to 52 distinct cards.
    ace : {"low", "high"}
        Whether the ace stands below the deuce or above the king (Badeucey).
    best : {"low", "high"}
        Whether the lower or the higher hand wins (Hi-dugi) among hands of equally many cards.

    Returns
    -------
    tuple of int
        The 1 to 4 cards that play, ascending.

    Raises
    ------
    ValueError
        If there is no card at all.

    Examples
    --------
    Ac Ad 2c Kd plays 2c Ad, and 3s 3h 2c Ad plays the trey of hearts:

    >>> badugi_playing([48, 49, 0, 45])
    (0, 49)
    >>> badugi_playing([7, 6, 0, 49])
    (0, 6, 49)
    """
    cards = sorted(cards)
    for size in (4, 3, 2, 1):
        badugis = [subset for subset in combinations(cards, size) if _all_differ(subset)]
        if badugis:
            return min(badugis, key=lambda badugi: (_compare_badugi(badugi, ace, best), badugi))
    raise ValueError("a Badugi hand has at least one card")


def _all_differ(cards: tuple[int, ...]) -> bool:
    """Tell whether no two cards share a rank or a suit."""
    ranks = {card // 4 for card in cards}
    suits = {card % 4 for card in cards}
    return len(ranks) == len(suits) == len(cards)


def _compare_badugi(badugi: tuple[int, ...], ace: str, best: str) -> tuple[int, ...]:
    """Return what is compared between hands of equally many playing cards: the highest card first."""
    heights = sorted((_HEIGHTS[ace][card // 4] for card in badugi), reverse=True)
    return {"low": tuple(heights), "high": tuple(12 - height for height in heights)}[best]


def badugi_key(cards: Iterable[int], *, ace: str = "low", best: str = "low") -> tuple[int, ...]:
    """Return what decides between Badugi hands: the smaller key wins, equal keys split.

    More playing cards beat fewer; then the highest cards are compared, then the next, and so on. Straights
    mean nothing, and cards that do not play never count.

    Parameters
    ----------
    cards, ace, best
        As in :func:`badugi_playing`.

    Returns
    -------
    tuple of int
        The index into `BADUGI_CATEGORIES`, then one number from 0 to 12 for each playing card.

    Examples
    --------
    As 2d 3c 4h is the best hand, and any badugi beats 3-2-A:

    >>> badugi_key([51, 1, 4, 10])
    (0, 3, 2, 1, 0)
    >>> badugi_key([46, 41, 39, 32]) < badugi_key([7, 6, 0, 49])
    True
    """
    playing = badugi_playing(cards, ace=ace, best=best)
    return (4 - len(playing), *_compare_badugi(playing, ace, best))


def badugi_ranks(**rules: str) -> dict[tuple[int, ...], int]:
    """Assign ranks to all keys of Badugi, from the best, 1, to the worst, 1092.

    Parameters
    ----------
    **rules
        `ace` and `best`, as in :func:`badugi_playing`.

    Returns
    -------
    dict
        The rank of each key that a hand can have.

    Examples
    --------
    >>> ranks = badugi_ranks()
    >>> len(ranks), ranks[0, 3, 2, 1, 0], ranks[3, 12]
    (1092, 1, 1092)
    """
    keys = [
        badugi_key([4 * rank + suit for suit, rank in enumerate(ranks)], **rules)
        for size in (4, 3, 2, 1)
        for ranks in combinations(range(13), size)
    ]
    return {key: rank for rank, key in enumerate(sorted(keys), start=1)}


_cached_badugi_ranks = cache(badugi_ranks)


def badugi_rank(cards: Iterable[int], **rules: str) -> int:
    """Return the rank of a Badugi hand, from 1, the best, to 1092.

    Parameters
    ----------
    cards : iterable of int
        1 to 52 distinct cards.
    **rules
        `ace` and `best`, as in :func:`badugi_playing`.

    Returns
    -------
    int
        The position of the hand's key in :func:`badugi_ranks`.

    Examples
    --------
    8s 5d 4c 2h, with the lower and with the higher hand winning:

    >>> badugi_rank([27, 13, 8, 2]), badugi_rank([27, 13, 8, 2], best="high")
    (44, 672)
    """
    return _cached_badugi_ranks(**rules)[badugi_key(cards, **rules)]


# ------------------------------------------------------------------------------------------------ Soko

SOKO_CATEGORIES = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "four-flush",
    "four-straight",
    "one pair",
    "high card",
)

# Ranks are written as steps below the ace, so that smaller is better.
_ACE, _KING, _FIVE, _FOUR = 0, 1, 9, 10

# A run is known by its highest card. The ace may end one from below: 5-4-3-2-A, 4-3-2-A.
_DOWNWARDS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, _ACE)
_STRAIGHTS = {frozenset(_DOWNWARDS[top : top + 5]): top for top in range(_ACE, _FIVE + 1)}
_FOUR_STRAIGHTS = {frozenset(_DOWNWARDS[top : top + 4]): top for top in range(_ACE, _FOUR + 1)}

# What five cards are called by how often the rank of each one occurs among them.
_NAMES: dict[tuple[int, ...], str] = {
    (4, 4, 4, 4, 1): "four of a kind",
    (3, 3, 3, 2, 2): "full house",
    (3, 3, 3, 1, 1): "three of a kind",
    (2, 2, 2, 2, 1): "two pair",
    (2, 2, 1, 1, 1): "one pair",
    (1, 1, 1, 1, 1): "high card",
}


def _soko_readings(
    cards: tuple[int, ...],
    four_flush: bool,
    four_straight: bool,
    ace_low: bool,
    open_ended: bool,
    paired: bool,
) -> Iterator[tuple[str, list[int]]]:
    """Yield all that five cards may be called, each with the ranks that decide between two such hands.

    A hand counts as the best of its readings, so none has to ask whether there is a better one.
    """
    ranks = sorted(12 - card // 4 for card in cards)
    suits = {card % 4 for card in cards}

    grouped = sorted(ranks, key=lambda rank: (-ranks.count(rank), rank))
    yield _NAMES[tuple(ranks.count(rank) for rank in grouped)], grouped

    top = _STRAIGHTS.get(frozenset(ranks))
    if len(suits) == 1:
        yield "flush", ranks
    if top is not None:
        yield "straight", [top]
    if len(suits) == 1 and top is not None:
        yield "straight flush", [top]

    if len(set(ranks)) < 5 and not paired:
        return
    highest = _KING if open_ended else _ACE
    lowest = _FOUR if ace_low and not open_ended else _FIVE
    for fifth in cards:
        kicker = 12 - fifth // 4
        four = [card for card in cards if card != fifth]
        four_ranks = sorted(12 - card // 4 for card in four)
        if four_flush and len({card % 4 for card in four}) == 1:
            yield "four-flush", [*four_ranks, kicker]
        top = _FOUR_STRAIGHTS.get(frozenset(four_ranks))
        if four_straight and top is not None and highest <= top <= lowest:
            yield "four-straight", [top, kicker]


def soko_key(
    cards: Iterable[int],
    *,
    four_flush: bool = True,
    four_straight: bool = True,
    ace_low: bool = True,
    open_ended: bool = False,
    paired: bool = True,
) -> tuple[int, ...]:
    """Return what decides between Soko hands: the smaller key wins, equal keys split.

    The order of the categories is that of `SOKO_CATEGORIES`; a hand that fits several is the best of them.
    A four-flush is ranked by its four suited cards, then the fifth; a four-straight by the top card of its
    sequence (the four of A-2-3-4), then the fifth, which always ranks ace-high; the rest as in ordinary high
    poker, with A-2-3-4-5 the lowest straight. Suits break no tie.

    Parameters
    ----------
    cards : iterable of int
        5, 6 or 7 distinct cards; the best five count.
    four_flush, four_straight : bool
        Whether these hands exist. Without a four-flush this is New York stud, without both ordinary poker.
    ace_low : bool
        Whether A-2-3-4 is a four-straight. (A-2-3-4-5 is a straight in any case.)
    open_ended : bool
        Whether a four-straight must be open at both ends, which leaves out A-2-3-4 and J-Q-K-A.
    paired : bool
        Whether a four-flush or four-straight may hold a pair.

    Returns
    -------
    tuple of int
        The index into `SOKO_CATEGORIES`, then ranks as steps below the ace: 0 for A to 12 for 2.

    References
    ----------
    The order of the hands as a card room prints it: https://www.playnow.com/poker/learn/soko.html

    Examples
    --------
    Jd Tc 9c 9h 8c is a four-straight, J-high, kicker 9, or else a pair of nines:

    >>> soko_key([37, 32, 28, 30, 24])
    (8, 3, 5)
    >>> soko_key([37, 32, 28, 30, 24], paired=False)
    (9, 5, 5, 3, 4, 6)
    """
    rules = four_flush, four_straight, ace_low, open_ended, paired
    return min(
        (SOKO_CATEGORIES.index(name), *ranks)
        for five in combinations(cards, 5)
        for name, ranks in _soko_readings(five, *rules)
    )


def soko_playing(cards: Iterable[int], **rules: bool) -> tuple[int, ...]:
    """Return the best five cards of a Soko hand.

    Where several fives are equally good, it is the one whose card ids, in ascending order, come first
    lexicographically.

    Parameters
    ----------
    cards : iterable of int
        5, 6 or 7 distinct cards.
    **rules
        The house rules, as in :func:`soko_key`.

    Returns
    -------
    tuple of int
        Five cards, ascending.

    Examples
    --------
    2c 3d 8c 9d Tc Js Kh plays J-T-9-8 with the king:

    >>> soko_playing([0, 5, 24, 29, 32, 39, 46])
    (24, 29, 32, 39, 46)
    """
    return min(combinations(sorted(cards), 5), key=lambda five: (soko_key(five, **rules), five))


# All that matters of the suits: five alike; four alike, and which card is the odd one; or fewer.
_SUITINGS = ("ccccc", "dcccc", "cdccc", "ccdcc", "cccdc", "ccccd", "cdhsc")


def soko_ranks(**rules: bool) -> dict[tuple[int, ...], int]:
    """Assign ranks to all keys of Soko, from the best, 1, to the worst (16,707 by the default rules).

    Parameters
    ----------
    **rules
        The house rules, as in :func:`soko_key`.

    Returns
    -------
    dict
        The rank of each key that a hand can have.

    Examples
    --------
    >>> ranks = soko_ranks()
    >>> len(ranks), ranks[0, 0]
    (16707, 1)
    >>> len(soko_ranks(four_flush=False, four_straight=False))
    7462
    """
    hands = (
        {4 * rank + "cdhs".index(suit) for rank, suit in zip(ranks, suiting, strict=True)}
        for ranks in combinations_with_replacement(range(13), 5)
        for suiting in _SUITINGS
    )
    keys = {soko_key(hand, **rules) for hand in hands if len(hand) == 5}
    return {key: rank for rank, key in enumerate(sorted(keys), start=1)}


_cached_soko_ranks = cache(soko_ranks)


def soko_rank(cards: Iterable[int], **rules: bool) -> int:
    """Return the rank of a Soko hand, 1 is best.

    Parameters
    ----------
    cards : iterable of int
        5, 6 or 7 distinct cards; the best five count.
    **rules
        The house rules, as in :func:`soko_key`.

    Returns
    -------
    int
        The position of the hand's key in :func:`soko_ranks`.

    Examples
    --------
    As Ks Qs Js Ts, and the worst hand, 7c 6d 4c 3d 2h (7-5-4-3-2 would be a four-straight):

    >>> soko_rank([51, 47, 43, 39, 35]), soko_rank([20, 17, 8, 5, 2])
    (1, 16707)
    """
    return _cached_soko_ranks(**rules)[soko_key(cards, **rules)]
