"""Games in bulk: the same rules as equities, and bookkeeping that lasts."""

import numpy as np
import pytest

from sokodugi import (
    CardError,
    DrawPolicy,
    DuplicateCardError,
    HandSizeError,
    HandTypeError,
    RuleError,
    badugi,
    cards,
)

RNG = np.random.default_rng(7)


def loop(hands, decks, policies, draws):
    """All draws, a player at a time."""
    for left in range(draws, 0, -1):
        for seat, policy in enumerate(policies):
            keeps = policy.keeps(hands[:, seat], left)
            hands[:, seat] = badugi.draw(hands[:, seat], keeps, decks, player=seat)
    return hands


@pytest.mark.parametrize("players", [2, 5])
def test_a_loop_of_ones_own_reproduces_equity(players):
    policies = [DrawPolicy.keep_low([9, 10, 11]), *[DrawPolicy.optimal(3)] * (players - 1)]
    n = 100_000
    hands, decks = badugi.deal(n, players, seed=1)
    ranks = badugi.evaluate(loop(hands.copy(), decks, policies, 3))
    wins = badugi.winners(ranks)
    shares = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
    result = badugi.equity([""] * players, draws=3, policies=policies, samples=400_000, seed=2)
    error = np.sqrt(0.25 / n + result.stderr**2)
    assert (np.abs(shares - result.equity) < 4.5 * error).all()
    together, decks = badugi.deal(n, players, seed=1)
    for left in (3, 2, 1):
        keeps = np.stack([policy.keeps(together[:, p], left) for p, policy in enumerate(policies)], axis=1)
        together = badugi.draw(together, keeps, decks)
    np.testing.assert_array_equal(badugi.evaluate(together), ranks)


@pytest.mark.parametrize("reshuffle", ["discards", "earlier", "all", "never"])
def test_no_card_is_held_twice_or_given_back(reshuffle):
    hands, decks = badugi.deal(2000, 8, seed=3, reshuffle=reshuffle, dead="AsKh")
    gone = np.zeros((2000, 8), np.uint64)
    for _ in range(4):
        keeps = RNG.integers(16, size=(2000, 8))
        after = badugi.draw(hands, keeps, decks)
        kept = (keeps[..., None] >> np.arange(4) & 1).astype(bool)
        np.testing.assert_array_equal(after[kept], hands[kept])
        changed = after != hands
        bits = np.uint64(1) << hands.astype(np.uint64)
        gone |= np.bitwise_or.reduce(np.where(changed, bits, 0), axis=2).astype(np.uint64)
        assert not (cards.to_masks(after) & gone).any()
        rows = np.sort(after.reshape(2000, -1), axis=1).astype(int)
        assert (np.diff(rows, axis=1) > 0).all()
        hands = after
    assert np.isin(hands, cards.parse("AsKh")).any() == (reshuffle == "all")
    assert decks["is_mixed"].any() == (reshuffle != "never")


def test_games_are_independent_of_each_other():
    hands, decks = badugi.deal(500, 6, seed=4)
    keeps = RNG.integers(16, size=(3, 500, 6)).astype(np.uint8)
    some, their_decks = hands[::3].copy(), decks[::3].copy()
    strided, all_decks = hands.copy(), decks.copy()
    for now in keeps:
        hands = badugi.draw(hands, now, decks)
        some = badugi.draw(some, now[::3], their_decks)
        strided[::3] = badugi.draw(strided[::3], now[::3], all_decks[::3])
    np.testing.assert_array_equal(hands[::3], some)
    np.testing.assert_array_equal(hands[::3], strided[::3])
    again, _ = badugi.deal(500, 6, seed=4)
    np.testing.assert_array_equal(badugi.deal(500, 6, seed=np.random.SeedSequence(4)).hands, again)


def test_first_hands_are_even():
    hands, _ = badugi.deal(50_000, 3, seed=5, dead="2c3c4c5c")
    counts = np.bincount(hands.ravel(), minlength=52)
    assert (counts[cards.parse("2c3c4c5c")] == 0).all()
    live = np.delete(counts, cards.parse("2c3c4c5c"))
    assert np.abs(live - live.mean()).max() < 5 * np.sqrt(live.mean())


def test_a_draw_by_the_dealt_cards_in_order():
    hands, decks = badugi.deal(100, 2, seed=6)
    after = badugi.draw(hands, np.full((100, 2), 0b1010), decks)
    np.testing.assert_array_equal(after[:, 0, [0, 2]], decks["cards"][:, 8:10])
    np.testing.assert_array_equal(after[:, 1, [0, 2]], decks["cards"][:, 10:12])
    assert (decks["at"] == 12).all()


def test_bad_games_are_refused_by_name():
    hands, decks = badugi.deal(10, 2, seed=7)
    keeps = np.full((10, 2), 15)
    bad = hands.astype(int)
    bad[4, 1, 2] = 52
    with pytest.raises(CardError, match="game 4, player 1: card id 52"):
        badugi.draw(bad, keeps, decks)
    keeps[3, 0] = 16
    with pytest.raises(RuleError, match="game 3: a keep mask is 0 to 15"):
        badugi.draw(hands, keeps, decks)
    broken = decks.copy()
    broken["end"][2] = 60
    with pytest.raises(RuleError, match="game 2: its deck"):
        badugi.draw(hands, np.full((10, 2), 15), broken)
    for arguments, error in (
        ((hands[:, 0], keeps[:, 0], decks), HandSizeError),
        ((hands[..., :3], keeps, decks), HandSizeError),
        ((hands, keeps[:, 0], decks), HandSizeError),
        ((hands, keeps, decks[:5]), HandTypeError),
        ((hands, keeps, np.zeros(10)), HandTypeError),
        ((hands, keeps * 1.0, decks), HandTypeError),
    ):
        with pytest.raises(error):
            badugi.draw(*arguments)
    for player, error in (
        (8, HandSizeError),
        (-1, HandSizeError),
        (True, HandTypeError),
        (0.5, HandTypeError),
    ):
        with pytest.raises(error, match="player is"):
            badugi.draw(hands[:, 0], keeps[:, 0], decks, player=player)
    twice = hands.copy()
    twice[5, 1, 2] = twice[5, 0, 0]
    with pytest.raises(DuplicateCardError, match=r"game 5: .* at position 6 stands twice"):
        badugi.draw(twice, np.full((10, 2), 15), decks)
    for arguments, error in (((0, 2), RuleError), ((5, 9), HandSizeError), ((5.0, 2), HandTypeError)):
        with pytest.raises(error):
            badugi.deal(*arguments)
    with pytest.raises(HandSizeError, match="32 cards, but 30 are live"):
        badugi.deal(5, 8, dead=np.arange(22))
