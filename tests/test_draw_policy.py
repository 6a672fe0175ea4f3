"""Policies: what they keep, what they refuse, files, and words."""

import io
import itertools

import numpy as np
import pytest

from sokodugi import (
    Badugi,
    CardError,
    DrawPolicy,
    HandSizeError,
    HandTypeError,
    RuleError,
    badugi,
    cards,
    soko,
)

HANDS = cards.all_hands(4)
RNG = np.random.default_rng(6)


def kept(policy, hand, left):
    return cards.format(policy.choose(hand, left))


def test_pat_keeps_all_and_the_best_subset_is_what_plays():
    assert (DrawPolicy.pat(2).table == 15).all()
    policy = DrawPolicy.best_subset()
    np.testing.assert_array_equal(policy.keeps(HANDS, 1), badugi.playing(HANDS))
    assert policy.draws == 4


def lowest(hand, limit, order):
    """The largest, then best, set of different ranks and suits up to a limit, by trying all."""
    found = []
    for n in (4, 3, 2, 1):
        for some in itertools.combinations(hand, n):
            ranks, suits = {c >> 2 for c in some}, {c & 3 for c in some}
            if len(ranks) == len(suits) == n and all(order(c >> 2) <= limit for c in some):
                found.append((sorted((order(c >> 2) for c in some), reverse=True), some))
        if found:
            return min(found)[1]
    return ()


@pytest.mark.parametrize("break_badugis", [False, True])
def test_keep_low_keeps_the_best_cards_up_to_the_limit(break_badugis):
    limits = [3, 8, 13]
    policy = DrawPolicy.keep_low(limits, break_badugis)
    order = lambda rank: 1 if rank == 12 else rank + 2  # noqa: E731
    for left, limit in zip((3, 2, 1), limits, strict=True):
        for hand in HANDS[RNG.integers(len(HANDS), size=400)].tolist():
            wanted = lowest(hand, limit, order)
            if not break_badugis and badugi.evaluate(hand) <= 715:
                wanted = tuple(hand)
            found = policy.choose(hand, left).tolist()
            assert len(found) == len(wanted)
            assert badugi.evaluate(found) == badugi.evaluate(list(wanted)) if found else not wanted


def test_limits_mean_other_cards_where_the_ace_is_high():
    game = Badugi(ace="high")
    policy = DrawPolicy.keep_low([13], game=game)
    assert kept(policy, "As2d3c4s", 1) == "2d3c4s"
    assert kept(DrawPolicy.keep_low([14], game=game), "As2d3c4h", 1) == "As2d3c4h"


@pytest.mark.parametrize(
    ("limits", "error"),
    [([], HandSizeError), ([0], RuleError), ([15], RuleError), ([9.5], HandTypeError), (9, HandSizeError)],
)
def test_bad_limits_are_refused(limits, error):
    with pytest.raises(error):
        DrawPolicy.keep_low(limits)


def test_a_policy_serves_fewer_draws_with_its_last_rows():
    policy = DrawPolicy.keep_low([5, 7, 9])
    np.testing.assert_array_equal(policy.rows(2), DrawPolicy.keep_low([7, 9]).table)
    assert kept(policy, "As6d8cTh", 1) == "As6d8cTh"
    assert kept(DrawPolicy.keep_low([5, 7, 9], True), "As6d8cTh", 1) == "As6d8c"
    with pytest.raises(RuleError, match="draws are 1 to 3, not 4"):
        policy.choose("As6d8cTh", 4)


def test_cards_are_chosen_in_the_order_of_the_hand():
    policy = DrawPolicy.best_subset()
    rows = RNG.permuted(HANDS[RNG.integers(len(HANDS), size=500)], axis=1)
    keeps = policy.keeps(rows, 2)
    for hand, keep in zip(rows, keeps, strict=True):
        np.testing.assert_array_equal(policy.choose(hand, 2), hand[keep])
    assert policy.keeps(rows.reshape(5, 100, 4), 2).shape == (5, 100, 4)
    assert policy.keeps("KsKhKd2s", 1).tolist() == [False, False, True, True]


@pytest.mark.parametrize(
    ("hand", "error"),
    [("As2d3c", HandSizeError), ("As2d3cAs", CardError), ([1, 2, 3, 52], CardError), (5, HandTypeError)],
)
def test_bad_hands_are_refused(hand, error):
    with pytest.raises(error):
        DrawPolicy.pat().choose(hand, 1)


def test_a_function_gives_bools_or_masks():
    def pairs(hands, left):
        return hands >> 2 == left

    policy = DrawPolicy.from_function(pairs, 2)
    assert (policy.name, policy.draws) == ("pairs", 2)
    np.testing.assert_array_equal(policy.keeps(HANDS, 1), HANDS >> 2 == 1)
    np.testing.assert_array_equal(policy.keeps(HANDS, 2), HANDS >> 2 == 2)
    masks = DrawPolicy.from_function(
        lambda hands, left: policy.rows(1)[0] if left == 1 else policy.rows(2)[0], 2
    )
    assert masks == policy
    for bad, error in (
        (np.ones(5), HandSizeError),
        (np.ones((270_725, 4)), HandSizeError),
        (np.ones(270_725), HandTypeError),
        (np.full(270_725, 16), RuleError),
    ):
        with pytest.raises(error):
            DrawPolicy.from_function(lambda hands, left, bad=bad: bad, 1)


def test_tables_are_checked_and_cannot_be_changed():
    table = np.full((2, 270_725), 15, np.int64)
    policy = DrawPolicy(table)
    table[0, 0] = 3
    assert policy == DrawPolicy.pat(2)
    assert hash(policy) == hash(DrawPolicy.pat(2))
    assert policy != DrawPolicy.pat(3)
    assert policy != "pat"
    assert policy != DrawPolicy.pat(2, game=Badugi(ace="high"))
    with pytest.raises(AttributeError, match="immutable"):
        policy.name = "x"
    with pytest.raises(AttributeError, match="immutable"):
        del policy.table
    with pytest.raises(ValueError, match="read-only"):
        policy.table[0, 0] = 1
    table[1, 7] = 16
    with pytest.raises(RuleError, match=r"row 1, column 7 \(2c2d2h4h\): 16 is no keep mask"):
        DrawPolicy(table)
    for bad in (table[0], table[:, 1:], np.zeros((0, 270_725), int)):
        with pytest.raises(HandSizeError):
            DrawPolicy(bad)
    with pytest.raises(HandTypeError):
        DrawPolicy(table * 1.0)
    with pytest.raises(HandTypeError, match="games of Badugi"):
        DrawPolicy.pat(game=soko)


def test_policies_are_saved_with_their_rules(tmp_path):
    game = Badugi(ace="high", best="high")
    policy = DrawPolicy.optimal(1, game=game, tolerance=0.01)
    policy.save(tmp_path / "high")
    again = DrawPolicy.load(tmp_path / "high")
    assert again == policy
    assert again.game is game
    assert (again.name, again.exploitability, again.value) == ("optimal", policy.exploitability, None)
    reply = DrawPolicy.optimal(1, against=DrawPolicy.pat())
    file = io.BytesIO()
    reply.save(file)
    file.seek(0)
    assert DrawPolicy.load(file).value == reply.value


def test_what_is_no_policy_is_refused(tmp_path):
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").write_text("")
    np.savez(tmp_path / "other.npz", x=np.ones(3))
    np.save(tmp_path / "array.npy", np.ones(3))
    np.savez(tmp_path / "short.npz", table=np.ones((1, 3), int))
    for name in ("text", "empty", "other.npz", "array.npy"):
        with pytest.raises(RuleError, match="holds no policy"):
            DrawPolicy.load(tmp_path / name)
    with pytest.raises(HandSizeError):
        DrawPolicy.load(tmp_path / "short.npz")
    with pytest.raises(OSError, match="missing"):
        DrawPolicy.load(tmp_path / "missing")


def test_policies_say_what_they_do():
    assert repr(DrawPolicy.pat(1)) == "<DrawPolicy 'pat': 1 draw, Badugi(ace='low', best='low')>"
    lines = str(DrawPolicy.optimal(3)).splitlines()
    assert lines[0].startswith("optimal, made for Badugi(ace='low', best='low'); a best reply gains 8.0e-07")
    assert lines[1].endswith("breaks 20 of 715 badugis, the best of them Q-3-2-A")
    assert lines[3].endswith("stands on every badugi")
    assert "it wins" in str(DrawPolicy.optimal(1, against=DrawPolicy.pat()))
    throw = DrawPolicy(np.zeros((1, 270_725), int))
    assert str(throw).endswith(
        "draws 0: 0.0%, 1: 0.0%, 2: 0.0%, 3: 0.0%, 4: 100.0%; "
        "breaks 715 of 715 badugis, the best of them 4-3-2-A"
    )
