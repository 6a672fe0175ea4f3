"""What equity takes and refuses, and how its answer is shown."""

import builtins
import json
import pickle
import sys
from typing import Any

import numpy as np
import pytest

from sokodugi import (
    CardError,
    DuplicateCardError,
    Equity,
    HandSizeError,
    HandTypeError,
    MissingExtraError,
    Range,
    RangeError,
    RuleError,
    Soko,
    SokodugiError,
    badugi,
    cards,
    soko,
)
from sokodugi.holdings import read_holdings

# --- what stands for a hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand",
    [
        "As2d3c",
        "as 2d, 3c",
        "As2d3c??",
        "?? As 2d 3c",
        "A♠2♦??3♣",
        [51, 1, 4],
        (51, 1, 4, 255),
        np.array([51, 255, 1, 4], np.int64),
        np.array([51, 1, 4], np.uint8)[::-1],
        Range.parse("As2d3c"),
        Range.from_hands(["As2d3c"], [7]),
    ],
)
def test_ways_to_write_a_hand(hand: Any) -> None:
    assert badugi.equity([hand, "Ac2h4d"]).equity[0] == pytest.approx(0.8004830918, abs=5e-11)


@pytest.mark.parametrize("hand", ["", "????????", "??", [], [255, 255], np.zeros(0, np.uint8)])
def test_ways_to_write_nothing(hand: Any) -> None:
    assert badugi.equity(["As2d3c4h", hand]).deals == 194_580


def test_hands_may_come_from_anywhere() -> None:
    rows = np.array([[51, 1, 4, 255], [48, 2, 9, 255]], np.uint8)
    for hands in (rows, rows.tolist(), iter(rows), (row for row in rows)):
        assert badugi.equity(hands).deals == 2070


@pytest.mark.parametrize("dead", [None, "", [], "As", "AsAd", [51, 47], np.array([51], np.uint8)])
def test_ways_to_write_dead_cards(dead: Any) -> None:
    n = 0 if dead is None else len(dead) // 2 if isinstance(dead, str) else len(dead)
    live = 52 - 6 - n
    assert badugi.equity(["2c3d4h", "2d3h4s"], dead=dead).deals == live * (live - 1)


@pytest.mark.parametrize(
    ("kind", "hands", "how", "text"),
    [
        (DuplicateCardError, ["AsKs", "AsQd"], {}, "players 1 and 2 both hold As"),
        (DuplicateCardError, ["AsKs", "2c", "Ks"], {}, "players 1 and 3 both hold Ks"),
        (DuplicateCardError, ["AsAs", "2c"], {}, "player 1: 'AsAs': As at position 2 stands twice"),
        (DuplicateCardError, ["2c", [51, 51]], {}, "player 2: As .id 51. at position 1 stands twice"),
        (DuplicateCardError, ["AsKs", "2c"], {"dead": "2c"}, "player 2: 2c is dead"),
        (
            DuplicateCardError,
            ["AsKs", "2c"],
            {"dead": "3c3c"},
            "dead cards: '3c3c': 3c at position 2 stands twice",
        ),
        (CardError, ["AsKz", "2c"], {}, "player 1: 'AsKz': unknown suit 'z' at position 3"),
        (CardError, ["As?", "2c"], {}, "player 1: 'As.': unknown rank '.' at position 2"),
        (CardError, ["As", [52]], {}, "player 2: card id 52"),
        (CardError, ["As", [-1]], {}, "player 2: card id -1"),
        (CardError, ["As", "2c"], {"dead": "Zz"}, "dead cards: 'Zz': unknown rank"),
        (HandTypeError, ["As", [1.0]], {}, "player 2: position 0: card ids are integers, not 1.0"),
        (HandTypeError, ["As", [True]], {}, "player 2: position 0: card ids are integers, not True"),
        (HandTypeError, ["As", None], {}, "player 2: card ids are integers"),
        (HandTypeError, "AsKs", {}, "expected a list of hands, one for each player, not 'AsKs'"),
        (HandTypeError, Range.parse("A"), {}, "expected a list of hands"),
        (HandTypeError, 7, {}, "expected a list of hands"),
        (HandSizeError, ["As"], {}, "1 hands: 2 to 8 players"),
        (HandSizeError, [""] * 9, {}, "9 hands: 2 to 8 players"),
        (HandSizeError, ["AsKsQsJsTs9s", ""], {}, "player 1: 6 cards: a hand of soko has 5"),
        (HandSizeError, ["", "AsKsQs??????"], {}, "player 2: 6 cards"),
        (HandSizeError, ["", Range.parse("AsKsQsJsTs9s")], {}, "player 2: 6 cards"),
        (
            HandSizeError,
            ["", [[1, 2], [3, 4]]],
            {},
            "player 2: expected one hand, not an array of shape .2, 2.",
        ),
        (
            HandSizeError,
            [""] * 8,
            {"dead": list(range(13))},
            "8 hands of soko need 40 cards, but 39 are live",
        ),
        (HandSizeError, ["", ""], {"dead": [[1], [2]]}, "dead cards are given as one row"),
        (RangeError, ["AsAd", Range.parse("AsKc, AdKc")], {}, "player 2: no hand of the range is possible"),
        (
            RangeError,
            ["", Range.parse("As, Ks")],
            {"dead": "AsKs"},
            "player 2: no hand of the range is possible",
        ),
        (
            RangeError,
            ["", Range.from_hands(np.zeros((0, 2), np.uint8))],
            {},
            "player 2: the range has no hand",
        ),
        (RuleError, ["", ""], {"method": "fast"}, "method is 'auto', 'exact' or 'sample', not 'fast'"),
        (RuleError, ["", ""], {"method": "exact", "samples": 5}, "samples and stderr are for sampling"),
        (RuleError, ["", ""], {"method": "sample", "samples": 0}, "samples is at least 1"),
        (RuleError, ["", ""], {"method": "sample", "seed": -1}, "a seed is not negative"),
    ],
)
def test_refused(kind: type[SokodugiError], hands: Any, how: dict[str, Any], text: str) -> None:
    with pytest.raises(kind, match=text):
        soko.equity(hands, **how)


def test_ranges_lose_what_is_impossible() -> None:
    # once the first range is left with aces of spades, the second cannot have it, and so on
    holdings = read_holdings(soko, ["AdAc", Range.parse("AsAd, AsKs"), Range.parse("KsKd, AsQs, QdQc")])
    assert [len(player.masks) for player in holdings.players] == [1, 1, 1]
    assert holdings.live.tolist() == [card for card in range(52) if card not in (48, 49, 51, 47, 41, 40)]


def test_house_rules_count() -> None:
    hands = ["Jd Jc Tc 8c 9c", "As Ah 2d 3h 5c"]
    assert soko.equity(hands).equity.tolist() == [1, 0]
    assert Soko(four_flush=False, four_straight=False).equity(hands).equity.tolist() == [0, 1]


# --- the answer ---------------------------------------------------------------------------------------------


@pytest.fixture
def exact() -> Equity:
    return badugi.equity(["As2d3c", Range.parse("Ac2h4d, Ac2h5d@2")])


@pytest.fixture
def sampled() -> Equity:
    return soko.equity(["AsKs", "7h7d", "QcQh"], method="sample", samples=10_000, seed=7)


def test_shares_add_up(exact: Equity, sampled: Equity) -> None:
    for result in (exact, sampled):
        assert result.equity.sum() == pytest.approx(1)
        assert result.categories.sum(axis=1) == pytest.approx(np.ones(len(result.names)))
        assert result.winning.sum() == pytest.approx(1)
        assert (result.equity >= result.win).all()
        assert (result.equity <= result.win + result.tie / 2 + 1e-15).all()
        assert result.categories.shape == (len(result.names), len(result.game.categories))


def test_text() -> None:
    assert str(badugi.equity(["As2d3c", "Ac2h4d"])).splitlines() == [
        "badugi, exact: 2,070 deals",
        "           equity        win       tie",
        "As2d3c  80.0483 %  79.1787 %  1.7391 %",
        "Ac2h4d  19.9517 %  19.0821 %  1.7391 %",
    ]


def test_text_of_a_sample(sampled: Equity) -> None:
    head, columns, *rows = str(sampled).splitlines()
    assert head == "soko, sampled: 10,000 deals, seed 7"
    assert columns.split() == ["equity", "±", "stderr", "win", "tie"]
    assert [row.split()[0] for row in rows] == ["AsKs", "7h7d", "QcQh"]
    assert repr(sampled).startswith("<Equity: soko, sampled: 10,000 deals, seed 7; 0.")


def test_text_of_ranges_and_weights(exact: Equity) -> None:
    assert exact.names == ("As2d3c", "2 hands")
    assert badugi.equity(["", Range.parse("AK@0.5")]).names == ("any hand", "16 hands")
    assert str(badugi.equity(["", Range.parse("AK@0.5")])).startswith("badugi, exact: deals of weight ")


def test_html(sampled: Equity) -> None:
    html = sampled._repr_html_()
    assert html.count("<tr>") == 4
    assert html.count("<td>") == 12
    assert "<th>AsKs</th>" in html
    assert "<caption>soko, sampled: 10,000 deals, seed 7</caption>" in html


def test_dict(exact: Equity, sampled: Equity) -> None:
    for result in (exact, sampled, sampled + soko.equity(["AsKs", "7h7d", "QcQh"], method="sample", seed=8)):
        found = json.loads(json.dumps(result.to_dict()))
        assert found["game"] == result.game.name
        assert found["rules"] == dict(result.game.rules)
        assert found["exact"] is result.exact
        assert found["deals"] == result.deals
        assert [player["equity"] for player in found["players"]] == result.equity.tolist()
        assert [player["stderr"] for player in found["players"]] == result.stderr.tolist()
        assert list(found["players"][0]["categories"]) == list(result.game.categories)
        assert sum(found["winning"].values()) == pytest.approx(1)


def test_pickle(exact: Equity, sampled: Equity) -> None:
    for result in (exact, sampled):
        again = pickle.loads(pickle.dumps(result))
        assert str(again) == str(result)
        assert again.question == result.question
        assert again.game is result.game


def test_immutable(exact: Equity) -> None:
    with pytest.raises(AttributeError):
        exact.exact = False  # type: ignore[misc]


def test_plot(exact: Equity, sampled: Equity) -> None:
    pytest.importorskip("matplotlib")
    for result in (exact, sampled):
        left, right = result.plot().axes
        assert [label.get_text() for label in left.get_yticklabels()] == list(result.names)
        assert [label.get_text() for label in right.get_yticklabels()] == [*result.names, "winner"]
        wins = [bar.get_width() for bar in left.containers[0]]
        assert wins == pytest.approx(result.win.tolist())
        errors = [c for c in left.containers if type(c).__name__ == "ErrorbarContainer"]
        assert bool(errors) is not result.exact
        ends = np.array([[bar.get_width() for bar in container] for container in right.containers])
        assert ends.sum(axis=0) == pytest.approx(np.ones(len(result.names) + 1))


def test_plot_without_matplotlib(exact: Equity, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    for name in [name for name in sys.modules if name.startswith("matplotlib")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(MissingExtraError, match=r"sokodugi\[plot\]"):
        exact.plot()


# --- many situations ----------------------------------------------------------------------------------------


def situations(n: int, players: int, known: int) -> np.ndarray:
    return cards.deal(n, players * known, seed=3).reshape(n, players, known)


@pytest.mark.parametrize(("game", "players", "known"), [(badugi, 2, 3), (soko, 2, 3), (soko, 3, 4)])
def test_many_fit_the_exact_equities(game: Any, players: int, known: int) -> None:
    hands = situations(150, players, known)
    found = game.equity_many(hands, samples=4000, seed=1)
    exact = np.array([game.equity(list(hand), method="exact").equity for hand in hands])
    distance = (found.equity - exact) / found.stderr
    assert found.equity.shape == found.stderr.shape == (150, players)
    assert abs(distance[:, 0].mean()) < 5 / np.sqrt(150)
    assert 0.8 < distance[:, 0].std() < 1.2
    np.testing.assert_allclose(found.equity.sum(axis=1), 1)


def test_many_with_dead_cards_and_unknown_ones() -> None:
    hands = np.full((3, 2, 4), 255, np.uint8)
    hands[:, 0, 1:] = cards.parse("As2d3c")
    hands[:, 1, :3] = cards.parse("Ac2h4d")
    dead = np.full((3, 12), 255)
    dead[1, :9] = cards.parse("5h6h7h8h9hThJhQhKh")
    dead[2, 3:] = cards.parse("5h6h7h8h9hThJhQhKh")
    found = badugi.equity_many(hands, dead=dead, samples=40_000, seed=2)
    for row, cards_dead in enumerate(["", "5h6h7h8h9hThJhQhKh", "5h6h7h8h9hThJhQhKh"]):
        exact = badugi.equity(["As2d3c", "Ac2h4d"], dead=cards_dead)
        assert (abs(found.equity[row] - exact.equity) < 5 * found.stderr[row]).all()


def test_many_without_missing_cards_are_exact() -> None:
    hands = situations(50, 3, 4)
    found = badugi.equity_many(hands, samples=7)
    assert not found.stderr.any()
    assert found.equity.tolist() == [badugi.equity(list(hand)).equity.tolist() for hand in hands]


def test_many_depend_on_seed_and_row_alone() -> None:
    hands = situations(301, 2, 2)
    alone = soko.equity_many(hands, samples=500, seed=4)
    for threads in (2, 7):
        shared = soko.equity_many(hands, samples=500, seed=4, threads=threads)
        assert (shared.equity == alone.equity).all()
        assert (shared.stderr == alone.stderr).all()
    assert (soko.equity_many(hands[:10], samples=500, seed=4).equity == alone.equity[:10]).all()
    assert (soko.equity_many(hands, samples=500, seed=5).equity != alone.equity).mean() > 0.9
    twins = soko.equity_many(np.stack([hands[0]] * 100), samples=500, seed=4).equity[:, 0]
    assert len(set(twins.tolist())) > 20


def test_many_take_any_array() -> None:
    hands = situations(20, 2, 3)
    wanted = badugi.equity_many(hands, samples=100, seed=1).equity
    for given in (hands.astype(np.int64), hands.tolist(), np.asfortranarray(hands), hands.astype(">u4")):
        assert (badugi.equity_many(given, samples=100, seed=1).equity == wanted).all()
    assert badugi.equity_many(hands[:0], samples=100).equity.shape == (0, 2)
    assert badugi.equity_many(hands, dead=np.zeros((20, 0), np.uint8), samples=100, seed=1).equity.shape == (
        20,
        2,
    )


@pytest.mark.parametrize(
    ("kind", "change", "text"),
    [
        (
            DuplicateCardError,
            lambda h, d: h.__setitem__((7, 1, 0), h[7, 0, 0]),
            "row 7: players 1 and 2 both hold",
        ),
        (DuplicateCardError, lambda h, d: d.__setitem__((4, 1), h[4, 1, 2]), "row 4: player 2: .. is dead"),
        (
            DuplicateCardError,
            lambda h, d: d.__setitem__((4, 1), d[4, 0]),
            "row 4: dead cards: .* stands twice",
        ),
        (CardError, lambda h, d: h.__setitem__((9, 0, 0), 52), "row 9: player 1: card id 52"),
        (CardError, lambda h, d: h.__setitem__((9, 0, 0), 300), "row 9: player 1: card id"),
        (CardError, lambda h, d: d.__setitem__((2, 0), -1), "row 2: dead cards: card id"),
    ],
)
def test_many_name_the_first_bad_row(kind: Any, change: Any, text: str) -> None:
    everything = cards.deal(12, 8, seed=6).astype(np.int64)
    hands, dead = everything[:, :6].reshape(12, 2, 3).copy(), everything[:, 6:].copy()
    change(hands, dead)
    hands[11, 0, 0] = 99  # not the first
    with pytest.raises(kind, match=text):
        soko.equity_many(hands, dead=dead)


@pytest.mark.parametrize(
    ("kind", "shape", "how", "text"),
    [
        (HandSizeError, (3, 2), {}, r"expected hands of shape \(N, players, n\), not \(3, 2\)"),
        (HandSizeError, (3, 1, 2), {}, "1 hands a situation"),
        (HandSizeError, (3, 9, 2), {}, "9 hands a situation"),
        (HandSizeError, (3, 2, 6), {}, "6 cards a hand: soko takes 1 to 5"),
        (HandSizeError, (3, 2, 2), {"dead": np.full((2, 1), 255)}, "3 situations, but 2 rows of dead cards"),
        (HandSizeError, (3, 2, 2), {"dead": np.full(3, 255)}, r"expected dead cards of shape \(N, d\)"),
        (
            HandSizeError,
            (3, 8, 2),
            {"dead": np.tile(np.arange(13), (3, 1))},
            "row 0: .* need 40 cards, but 39",
        ),
        (RuleError, (3, 2, 2), {"samples": 0}, "samples is at least 1"),
        (RuleError, (3, 2, 2), {"threads": 0}, "threads is at least 1"),
        (HandTypeError, (3, 2, 2), {"threads": 1.5}, "threads is an integer"),
    ],
)
def test_many_refuse(kind: Any, shape: Any, how: dict[str, Any], text: str) -> None:
    with pytest.raises(kind, match=text):
        soko.equity_many(np.full(shape, 255), **how)


def test_many_refuse_floats() -> None:
    with pytest.raises(HandTypeError, match="hands are integers, not float64"):
        soko.equity_many(np.zeros((3, 2, 2)))


@pytest.mark.parametrize(
    "options",
    [
        {"samples": 0},
        {"samples": 1.5},
        {"stderr": 0},
        {"stderr": float("nan")},
        {"seed": -1},
        {"seed": "1"},
        {"executor": 5},
    ],
    ids=str,
)
@pytest.mark.parametrize("draws", [{}, {"draws": 1}], ids=["showdown", "draw"])
def test_options_of_a_sample_are_checked_where_all_deals_are_counted(options, draws):
    with pytest.raises(SokodugiError, match=next(iter(options)).replace("stderr", "stderr is")):
        badugi.equity(["As2d3c4h", "KsKdKcKh"], **options, **draws)


def test_weights_whose_products_are_not_finite_are_an_error():
    ranges = [Range.from_hands([f"As{rank}", f"Ks{rank}"], [1e307, 1e307]) for rank in ("2h", "3h")]
    with pytest.raises(RangeError, match="too large"):
        badugi.equity(ranges)
