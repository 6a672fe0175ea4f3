"""Bad input of every kind to everything that takes hands: a documented error that names the culprit.

The matrix is {text, list, array of every dtype, mask} × {what can be wrong with it}; each case says which
error it is and what its message must name.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from sokodugi import (
    Badugi,
    CardError,
    DuplicateCardError,
    HandSizeError,
    HandTypeError,
    RuleError,
    Soko,
    SokodugiError,
    badugi,
    cards,
    soko,
)

INTEGERS = ["u1", "i1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<u8", ">u8", "<i8", ">i8"]
OTHERS = ["?", "f2", "f4", ">f4", "f8", "g", "F", "D", "M8[s]", "m8[s]", "V4", "O", [("card", "u1")]]


@dataclass
class Case:
    """Input, and what must be said about it."""

    given: object
    error: type[SokodugiError]
    says: str


def hands_with(
    row: int, column: int, card: int | None, dtype: str, shape: tuple[int, ...] = (300, 5)
) -> np.ndarray:
    """Good hands but for one card, or for a card twice."""
    hands = cards.deal(int(np.prod(shape[:-1])), shape[-1], seed=1).astype(dtype)
    hands[row, column] = hands[row, 0] if card is None else card
    return hands.reshape(shape)


def texts() -> Iterator[Case]:
    for text, error, says in [
        ("Xs2d3c4h5s", CardError, "'Xs2d3c4h5s': unknown rank 'X' at position 0"),
        ("As2d3c4h5x", CardError, "'As2d3c4h5x': unknown suit 'x' at position 9"),
        ("As2d3c4h5", CardError, "'As2d3c4h5': the card at position 8 has no suit"),
        ("As2d3c4hAs", DuplicateCardError, "'As2d3c4hAs': As at position 8 stands twice"),
        ("As2d3c4h\x00", CardError, r"'As2d3c4h\x00': unknown rank '\x00' at position 8"),
        ("As2d\ud8003c", CardError, r"'As2d\ud8003c': half a character at position 4"),
        ("As2d🂡", CardError, "'As2d🂡': unknown rank '🂡' at position 4"),
    ]:
        yield Case(text, error, says)
        yield Case(np.str_(text), error, says)
        in_row = ["7c8c9cTcJc", text, "?"]
        yield Case(in_row, error, f"row 1: {says}")
        yield Case(tuple(in_row), error, f"row 1: {says}")
        yield Case([["7c8c9cTcJc"], [text]], error, f"row 1, 0: {says}")
        yield Case(np.array(in_row, object), error, f"row 1: {says}")
        if len(text) < 100 and not text.endswith("\x00"):
            yield Case(np.array(in_row), error, f"row 1: {says}")
            yield Case(np.array(in_row).astype(">U20"), error, f"row 1: {says}")
            yield Case(np.array(in_row).reshape(3, 1), error, f"row 1, 0: {says}")
            yield Case(np.array(text), error, says)
            if text.isascii():
                yield Case(np.array(in_row, "S"), error, f"row 1: {says}")
                yield Case(np.array(in_row, np.dtypes.StringDType()), error, f"row 1: {says}")
    for nothing in (
        "",
        " ",
        ",",
        np.str_(""),
        ["", ""],
        np.array(["", ""]),
        np.array(["  "], "S"),
        np.empty(0, "U8"),
    ):
        yield Case(nothing, HandSizeError, "0 cards a hand")
    yield Case(["7c8c9cTcJc", "7c8c9cTcJcQc"], HandSizeError, "row 1: '7c8c9cTcJcQc' holds 6 cards")
    yield Case(np.array(["7c8c9cTcJc", ""]), HandSizeError, "row 1: '' holds 0 cards")
    yield Case("2c2d2h2s3c3d3h3s4c4d4h4s5c5d", HandSizeError, "14 cards a hand")
    yield Case(["As", None], HandTypeError, "row 1: cards are given as text, not as NoneType")
    yield Case(["As", 51], HandTypeError, "row 1: cards are given as text, not as int: 51")
    yield Case(["As", ["Kd"]], HandTypeError, "row 1: cards are given as text, not as list")
    yield Case(["As", b"Kd"], HandTypeError, "row 1: cards are given as text, not as bytes")


def lists() -> Iterator[Case]:
    for kind in (list, tuple):
        for bad in (52, 255, -1, 10**6, 2**31, 2**63, 2**64, -(2**63), -(2**70)):
            yield Case(kind([0, 5, 10, 15, bad]), CardError, f"card id {bad} at position 4 is not a card")
            two = kind([kind([0, 5, 10, 15, 20]), kind([0, bad, 10, 15, 20])])
            yield Case(two, CardError, f"row 1: card id {bad} at position 1 is not a card")
            yield Case(kind([two, two]), CardError, f"row 0, 1: card id {bad} at position 1 is not a card")
        yield Case(kind([0, 5, 10, 15, 5]), DuplicateCardError, "3d (id 5) at position 4")
        yield Case(
            kind([kind([0, 5, 10, 15, 20]), kind([9, 5, 10, 15, 9])]), DuplicateCardError, "row 1: 4d (id 9)"
        )
        for odd in (
            1.0,
            float("nan"),
            float("inf"),
            1j,
            None,
            True,
            np.True_,
            np.float32(1),
            b"1",
            object,
            {1},
            1.5,
        ):
            yield Case(kind([0, 5, 10, 15, odd]), HandTypeError, "position 4: card ids are integers, not ")
            yield Case(kind([odd, 5, 10, 15, 9]), HandTypeError, "position 0: card ids are integers, not ")
            yield Case(
                kind([kind([0, 5, 10, 15, 20]), kind([0, odd, 10, 15, 20])]),
                HandTypeError,
                "row 1, position 1: card ids are integers, not ",
            )
        yield Case(kind([]), HandSizeError, "an empty list holds no hand")
        yield Case(kind([kind([]), kind([])]), HandSizeError, "an empty list holds no hand")
        yield Case(
            kind([kind([1, 2, 3]), kind([1, 2])]), HandSizeError, "row 1: 2 card ids, but 3 in the first row"
        )
        yield Case(kind([kind([1, 2]), kind([])]), HandSizeError, "row 1: 0 card ids, but 2 in the first row")
        yield Case(kind([kind([1, 2]), 3]), HandTypeError, "position 0: card ids are integers, not ")
        yield Case(kind([kind([1, 2]), "As"]), HandTypeError, "position 0: card ids are integers, not ")
        yield Case(kind(range(14)), HandSizeError, "14 cards a hand")
        yield Case(kind(range(52)) * 100, HandSizeError, "5200 cards a hand")
    yield Case([np.arange(5), np.arange(4)], HandSizeError, "row 1: 4 card ids, but 5 in the first row")
    yield Case([np.zeros((2, 3), int), np.zeros((2, 4), int)], HandSizeError, "nested unevenly")
    yield Case([np.arange(5), np.ones(5)], HandTypeError, "row 1, position 0: card ids are integers, not 1.0")
    yield Case(
        [np.arange(5), np.ones(5, bool)], HandTypeError, "row 1, position 0: card ids are integers, not True"
    )
    yield Case([np.timedelta64(1, "s"), 2, 3, 4, 5], HandTypeError, "position 0: card ids are integers")
    yield Case(range(2, 100), HandSizeError, "98 cards a hand")
    yield Case(range(48, 53), CardError, "card id 52 at position 4 is not a card")


def arrays() -> Iterator[Case]:
    for dtype in INTEGERS:
        limits = np.iinfo(np.dtype(dtype))
        for bad in {52, 64, 127, 255, 256 + 5, 2**16 + 5, 2**32 + 5, -1, -52, -256, limits.min, limits.max}:
            if limits.min <= bad <= limits.max and bad not in range(52):
                says = f"card id {bad} at position 3 is not a card"
                yield Case(hands_with(0, 3, bad, dtype)[0], CardError, says)
                yield Case(hands_with(299, 3, bad, dtype), CardError, f"row 299: {says}")
                yield Case(np.asfortranarray(hands_with(7, 3, bad, dtype)), CardError, f"row 7: {says}")
                yield Case(hands_with(7, 3, bad, dtype, (3, 100, 5)), CardError, f"row 0, 7: {says}")
                yield Case(hands_with(201, 3, bad, dtype, (3, 100, 5)), CardError, f"row 2, 1: {says}")
                two = hands_with(11, 3, bad, dtype)
                two[200, 0] = bad
                yield Case(two, CardError, f"row 11: {says}")
        yield Case(hands_with(0, 4, None, dtype)[0], DuplicateCardError, "at position 4 stands twice")
        twice = hands_with(260, 4, None, dtype)
        card = int(twice[260, 0])
        text = f"row 260: {cards.format([card])} (id {card}) at position 4 stands twice"
        yield Case(twice, DuplicateCardError, text)
        for shape in ((0,), (3, 0), (0, 0), (2, 3, 0)):
            yield Case(np.empty(shape, dtype), HandSizeError, "0 cards a hand")
        yield Case(np.empty((0, 14), dtype), HandSizeError, "14 cards a hand")
        yield Case(np.arange(28, dtype=dtype).reshape(2, 14), HandSizeError, "14 cards a hand")
        yield Case(np.zeros((), dtype), HandTypeError, "expected a hand, not the single number")
    for dtype in OTHERS:
        says = f"card ids are integers, not {np.dtype(dtype)}"
        for shape in ((5,), (2, 5), (0, 5)):
            yield Case(np.zeros(shape, dtype), HandTypeError, says)
    yield Case(np.full((2, 5), np.nan), HandTypeError, "card ids are integers, not float64")
    yield Case(np.array([[0, 5, 10, 15, None]]), HandTypeError, "card ids are integers, not object")
    yield Case(np.ma.masked_array([0, 5, 10, 15, 20], [0, 0, 1, 0, 0]), HandTypeError, "card ids are masked")
    yield Case(
        np.rec.array([(1, 2)], dtype=[("a", "u1"), ("b", "u1")]), HandTypeError, "card ids are integers"
    )


def things() -> Iterator[Case]:
    for thing in (None, {}, {1: 2}, {1, 2}, frozenset({1}), object(), Exception, len, (i for i in range(5))):
        yield Case(thing, HandTypeError, f"card ids are integers, not {type(thing).__name__}")
    for number in (5, 0, -1, np.int8(5), np.array(5)):
        yield Case(number, HandTypeError, "expected a hand, not the single number")
    for number in (1.5, np.float64(1.5), True, np.True_, 1j, np.datetime64(1, "s"), np.array(1.5)):
        yield Case(number, HandTypeError, "card ids are integers, not ")
    for data in (b"As2d", b"\x00\x05", np.bytes_(b"As"), b""):
        yield Case(data, HandTypeError, "bytes may mean text or ids")
    yield Case(bytearray([0, 5, 10, 15, 52]), CardError, "card id 52 at position 4 is not a card")
    yield Case(
        memoryview(bytes([0, 5, 10, 15, 0])), DuplicateCardError, "2c (id 0) at position 4 stands twice"
    )
    yield Case(memoryview(np.ones(5)), HandTypeError, "card ids are integers, not float64")


KINDS = {"text": texts, "list": lists, "array": arrays, "thing": things}


def assert_says(case: Case, call: Callable[[object], object]) -> None:
    with pytest.raises(SokodugiError) as caught:
        call(case.given)
    message = str(caught.value)
    assert type(caught.value) is case.error, message
    assert isinstance(caught.value, TypeError if case.error is HandTypeError else ValueError)
    assert case.says in message
    assert len(message) < 300
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


# ---- hands ----


@pytest.mark.parametrize(
    "game", [badugi, soko, Badugi(ace="high", best="high"), Soko(paired=False)], ids=repr
)
@pytest.mark.parametrize("kind", KINDS)
def test_evaluate(kind: str, game: Badugi | Soko) -> None:
    for case in KINDS[kind]():
        assert_says(case, game.evaluate)


@pytest.mark.parametrize("kind", KINDS)
def test_playing(kind: str) -> None:
    for case in KINDS[kind]():
        assert_says(case, soko.playing)


@pytest.mark.parametrize("kind", KINDS)
def test_describe(kind: str) -> None:
    for case in KINDS[kind]():
        is_rank = isinstance(case.given, (int, np.integer)) or getattr(case.given, "dtype", None) == np.uint16
        if not is_rank:
            assert_says(case, badugi.describe)


@pytest.mark.parametrize("kind", KINDS)
def test_to_masks(kind: str) -> None:
    for case in KINDS[kind]():
        if "cards a hand" not in case.says:  # any number of cards has a mask
            assert_says(case, cards.to_masks)


@pytest.mark.parametrize("kind", KINDS)
def test_dead_cards(kind: str) -> None:
    for case in KINDS[kind]():
        nothing = case.given is None or (isinstance(case.given, Sequence) and len(case.given) == 0)
        if "cards a hand" not in case.says and not nothing:
            assert_says(case, lambda dead: cards.deal(1, 1, dead=dead))


@pytest.mark.parametrize(
    ("game", "n"), [(badugi, 14), (badugi, 52), (soko, 1), (soko, 4), (soko, 8), (soko, 52)]
)
def test_wrong_numbers_of_cards(game: Badugi | Soko, n: int) -> None:
    says = f"{n} cards a hand: {game.name} takes {game.hand_sizes[0]} to {game.hand_sizes[-1]}"
    hands = cards.deal(3, n, seed=1)
    text = cards.format(hands[0])
    for given in (
        hands,
        hands[0],
        hands[0].tolist(),
        hands.tolist(),
        text,
        [text],
        np.array([text]),
        hands[:0],
    ):
        for call in (game.evaluate, game.playing, game.describe):
            assert_says(Case(given, HandSizeError, says), call)


# ---- masks ----


def masks() -> Iterator[Case]:
    good = 31
    for bad in (
        1 << 52,
        1 << 63,
        (1 << 64) - 1,
        1 << 64,
        1 << 70,
        -1,
        -(1 << 63),
        -(1 << 70),
        1 << 52 | good,
    ):
        says = f"mask {bad if bad < 0 else hex(bad)} has bits that are no card: bits are 0 to 51"
        yield Case(bad, CardError, says)
        yield Case([good, bad, bad], CardError, f"row 1: {says}")
        yield Case([[good, good], [good, bad]], CardError, f"row 1, 1: {says}")
        for dtype in ("<i8", ">i8", "<u8", ">u8"):
            if np.iinfo(np.dtype(dtype)).min <= bad <= np.iinfo(np.dtype(dtype)).max:
                yield Case(np.array(bad, dtype), CardError, says)
                many = np.full(700, good, dtype)
                many[[600, 650]] = bad
                yield Case(many, CardError, f"row 600: {says}")
                yield Case(many[::-1], CardError, f"row 49: {says}")
                yield Case(many.reshape(70, 10), CardError, f"row 60, 0: {says}")
    for dtype in ("i1", "<i2", ">i2", "<i4", ">i4"):
        yield Case(np.array([good, good, -1], dtype), CardError, "row 2: mask -1 has bits that are no card")
        yield Case(np.array(-5, dtype), CardError, "mask -5 has bits that are no card")
    for dtype in INTEGERS:
        many = np.full(300, good, dtype)
        many[299] = 0
        yield Case(many, HandSizeError, "row 299: mask 0x0 holds 0 cards")
    for dtype in OTHERS:
        for shape in ((), (5,), (2, 5), (0,)):
            yield Case(np.zeros(shape, dtype), HandTypeError, "masks are integers, not ")
    for odd in (1.0, float("nan"), None, True, np.True_, b"1", 1j):
        yield Case(odd, HandTypeError, "masks are integers, not ")
        yield Case([good, odd], HandTypeError, "position 1: masks are integers, not ")
        yield Case([[good], [odd]], HandTypeError, "row 1, position 0: masks are integers, not ")
    for thing in ({}, {1}, object(), iter([1])):
        yield Case(thing, HandTypeError, f"masks are integers, not {type(thing).__name__}")
    yield Case("As", HandTypeError, "masks are integers, not text: 'As'")
    yield Case(["As"], HandTypeError, "masks are integers, not text: ['As']")
    yield Case(np.array(["As"]), HandTypeError, "masks are integers, not text")
    yield Case([[1, 2], [3]], HandSizeError, "row 1: 1 masks, but 2 in the first row")
    yield Case(np.ma.masked_array([1, 2], [0, 1]), HandTypeError, "masks are masked")


@pytest.mark.parametrize("game", [badugi, soko])
def test_evaluate_masks(game: Badugi | Soko) -> None:
    for case in masks():
        assert_says(case, game.evaluate_masks)


@pytest.mark.parametrize("mask", [0, 1, 15, 255, (1 << 52) - 1])
def test_masks_of_wrong_numbers_of_cards(mask: int) -> None:
    says = f"mask {mask:#x} holds {mask.bit_count()} cards, which is no hand of soko"
    assert_says(Case(mask, HandSizeError, says), soko.evaluate_masks)
    assert_says(Case([31, mask], HandSizeError, f"row 1: {says}"), soko.evaluate_masks)
    assert_says(
        Case(np.array([[31, 31], [mask, 0]]), HandSizeError, f"row 1, 0: {says}"), soko.evaluate_masks
    )


def test_from_masks() -> None:
    for case in masks():
        assert_says(case, lambda given: cards.from_masks(given, 5))
    for mask, n in ((3, 1), (3, 3), (0, 1), (1, 0), (31, 52)):
        says = f"mask {mask:#x} holds {mask.bit_count()} cards, not {n}"
        assert_says(Case(mask, HandSizeError, says), lambda given, n=n: cards.from_masks(given, n))
        two = np.array([(1 << n) - 1, mask])
        assert_says(Case(two, HandSizeError, f"row 1: {says}"), lambda given, n=n: cards.from_masks(given, n))


# ---- numbers ----


@pytest.mark.parametrize("odd", [2.0, "4", None, True, np.True_, [4], 4j, np.array(4)], ids=repr)
def test_numbers_of_cards_and_hands_are_integers(odd: object) -> None:
    for name, call in (
        ("n", cards.all_hands),
        ("n", lambda n: cards.from_masks(3, n)),
        ("n_hands", lambda n: cards.deal(n, 4)),
        ("n_cards", lambda n: cards.deal(1, n)),
    ):
        assert_says(Case(odd, HandTypeError, f"{name} is an integer, not "), call)


@pytest.mark.parametrize("number", [-1, -(2**70), 53, 2**70])
def test_numbers_of_cards_fit_the_deck(number: int) -> None:
    says = f"is not negative: {number}" if number < 0 else f"is at most 52, not {number}"
    for call in (cards.all_hands, lambda n: cards.from_masks(3, n), lambda n: cards.deal(1, n)):
        assert_says(Case(number, HandSizeError, says), call)
    assert_says(Case(-1, HandSizeError, "n_hands is not negative: -1"), lambda n: cards.deal(n, 4))


def test_more_cards_than_are_live() -> None:
    for n, dead, live in ((49, "As2d3c4h", 48), (5, range(48), 4), (1, range(52), 0)):
        with pytest.raises(HandSizeError, match=f"{n} cards a hand, but only {live} are live"):
            cards.deal(3, n, dead=dead)
    for dead in (["As", "Kd"], [["As"]], [[1, 2]], np.array([[1, 2]])):
        with pytest.raises(HandSizeError, match="dead cards are given as one row of cards"):
            cards.deal(3, 4, dead=dead)


@pytest.mark.parametrize(
    "seed", [1.5, "1", True, [1], np.random.RandomState(1), np.array(1), object()], ids=repr
)
def test_what_is_no_seed(seed: object) -> None:
    says = "a seed is an int, a SeedSequence or a Generator, not "
    assert_says(Case(seed, HandTypeError, says), lambda seed: cards.deal(1, 1, seed=seed))


@pytest.mark.parametrize("seed", [-1, np.int64(-5), -(2**70)])
def test_negative_seeds(seed: int) -> None:
    assert_says(
        Case(seed, RuleError, f"a seed is not negative: {seed}"), lambda seed: cards.deal(1, 1, seed=seed)
    )


# ---- ranks ----


def ranks(least: int, most: int) -> Iterator[Case]:
    for bad in (least - 1, most + 1, -1, 65_535, 65_537, 2**31, 2**64, 2**70, -(2**70)):
        says = f"{bad} is no rank of badugi: ranks are {least} to {most}"
        yield Case([1, 1, bad], RuleError, f"row 2: {says}")
        yield Case([[1, 1], [1, bad]], RuleError, f"row 1, 1: {says}")
        if abs(bad) < 2**63:
            yield Case(np.array([1, bad]), RuleError, f"row 1: {says}")
    yield Case(np.array([1, 255, -1], np.int16), RuleError, "row 2: -1 is no rank")
    for dtype in OTHERS:
        yield Case(np.zeros((2, 5), dtype), HandTypeError, "ranks are integers, not ")
    for odd in (1.0, float("nan"), None, True, b"1"):
        yield Case([1, odd], HandTypeError, "position 1: ranks are integers, not ")
    for thing in ({}, {1}, object(), 1.5, None, True, np.array(1.5)):
        yield Case(thing, HandTypeError, "ranks are integers, not ")
    yield Case(["1"], HandTypeError, "ranks are integers, not text: ['1']")
    yield Case([[1, 2], [3]], HandSizeError, "row 1: 1 ranks, but 2 in the first row")
    yield Case(np.ma.masked_array([1, 2], [0, 1]), HandTypeError, "ranks are masked")


def test_ranks() -> None:
    for case in ranks(1, 1092):
        assert_says(case, badugi.category)
    for case in ranks(0, 1092):
        assert_says(case, badugi.winners)
    for bad in (0, 1093, -1, 2**70):
        assert_says(Case(bad, RuleError, f"{bad} is no rank of badugi: ranks are 1 to 1092"), badugi.describe)
        assert_says(Case(bad, RuleError, f"{bad} is no rank of badugi: ranks are 1 to 1092"), badugi.category)
    given = np.array([[1, 2], [0, 3]], np.uint16)
    assert_says(Case(given, RuleError, "row 1, 0: 0 is no rank of badugi"), badugi.describe)
    for nobody in (5, np.array(5), [], np.empty((3, 0), int)):
        assert_says(
            Case(nobody, HandSizeError, "winners needs the ranks of at least one player"), badugi.winners
        )


# ---- out ----

WRONG_OUTS: dict[str, tuple[Callable[[int], object], type[SokodugiError], str]] = {
    **{
        dtype: (lambda n, dtype=dtype: np.ones(n, dtype), HandTypeError, f"not dtype {np.dtype(dtype)}")
        for dtype in ["u1", "i2", ">u2", "u4", "i8", "f2", "f8", "?", "O", "U4"]
    },
    "list": (lambda n: [1] * n, HandTypeError, "not list"),
    "tuple": (lambda n: (np.ones(n, np.uint16),), HandTypeError, "not tuple"),
    "bytearray": (lambda n: bytearray(2 * n), HandTypeError, "not bytearray"),
    "False": (lambda n: False, HandTypeError, "not bool"),
    "longer": (lambda n: np.ones(n + 1, np.uint16), HandSizeError, "out has shape (4,)"),
    "shorter": (lambda n: np.ones(n - 1, np.uint16), HandSizeError, "out has shape (2,)"),
    "column": (lambda n: np.ones((n, 1), np.uint16), HandSizeError, "out has shape (3, 1)"),
    "row": (lambda n: np.ones((1, n), np.uint16), HandSizeError, "out has shape (1, 3)"),
    "scalar": (lambda n: np.ones((), np.uint16), HandSizeError, "out has shape ()"),
    "read-only": (lambda n: np.frombuffer(b"\1\0" * n, np.uint16), HandTypeError, "out is read-only"),
}


@pytest.mark.parametrize("name", WRONG_OUTS)
def test_wrong_out(name: str) -> None:
    make, error, says = WRONG_OUTS[name]
    hands = cards.deal(3, 5, seed=1)
    for call, given in (
        (soko.evaluate, hands),
        (badugi.evaluate, hands.astype(np.int64)),
        (badugi.evaluate, [cards.format(hand) for hand in hands]),
        (soko.evaluate_masks, cards.to_masks(hands)),
    ):
        out = make(3)
        before = np.array(out).tolist()
        assert_says(Case(given, error, says), lambda given, call=call, out=out: call(given, out=out))
        assert np.array(out).tolist() == before


def test_wrong_out_of_one_hand() -> None:
    for out in (np.ones(1, np.uint16), np.ones((1, 1), np.uint16)):
        for given in ("As2d3c4h", (51, 1, 4, 10)):
            with pytest.raises(HandSizeError, match=re.escape("but the ranks have shape ()")):
                badugi.evaluate(given, out)
        assert (out == 1).all()


def test_what_out_holds_after_an_error(simd: str) -> None:
    hands = cards.deal(700, 5, seed=1)
    wanted = badugi.evaluate(hands)
    # a bad hand: the ranks of all others
    given = hands.copy()
    given[[3, 600], 2] = 99
    for rows in (given, given.astype(np.int64), np.asfortranarray(given)):
        out = np.full(700, 54321, np.uint16)
        with pytest.raises(CardError, match="row 3: "):
            badugi.evaluate(rows, out)
        assert np.flatnonzero(out == 0).tolist() == [3, 600]
        assert np.array_equal(np.delete(out, [3, 600]), np.delete(wanted, [3, 600]))
    masks = cards.to_masks(hands)
    masks[500] = 0
    out = np.full(700, 54321, np.uint16)
    with pytest.raises(HandSizeError, match="row 500: "):
        badugi.evaluate_masks(masks, out)
    assert np.array_equal(np.delete(out, 500), np.delete(wanted, 500))
    assert out[500] == 0
    # anything else: what it held before
    texts = [cards.format(hand) for hand in hands]
    for wrong in (hands * 1.0, hands[:, :0], [*texts[:-1], "As"], [*texts[:-1], "Xx"], hands.astype(object)):
        out = np.full(700, 54321, np.uint16)
        with pytest.raises(SokodugiError):
            badugi.evaluate(wrong, out)
        assert (out == 54321).all()


# ---- stranger things ----


def test_a_list_that_holds_itself() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(SokodugiError):
        badugi.evaluate(endless)


def test_objects_that_fail() -> None:
    class Nothing:
        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            raise ZeroDivisionError("not today")

        def __repr__(self) -> str:
            raise ZeroDivisionError("not even that")

    with pytest.raises(ZeroDivisionError, match="not today"):
        badugi.evaluate(Nothing())
    with pytest.raises(HandTypeError, match="cards are given as text, not as Nothing: <Nothing instance at"):
        cards.parse(Nothing())


def test_errors_are_sokodugi_errors_and_builtin_ones() -> None:
    assert issubclass(CardError, ValueError)
    assert issubclass(DuplicateCardError, CardError)
    assert issubclass(HandSizeError, ValueError)
    assert issubclass(HandTypeError, TypeError)
    assert issubclass(RuleError, ValueError)
    assert all(
        issubclass(error, SokodugiError) for error in (CardError, HandSizeError, HandTypeError, RuleError)
    )
