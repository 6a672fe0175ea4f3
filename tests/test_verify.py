"""The proof of the kernels finds what is wrong, and nothing where nothing is."""

import re

import pytest

import sokodugi
from sokodugi import Badugi, HandTypeError, Soko, badugi, proof, reference, soko, verify
from sokodugi._native import _ranking
from sokodugi.cli import main
from sokodugi.evaluator import Evaluator


@pytest.fixture(autouse=True)
def _path_in_use():
    """Every test begins on a path that is not the best one, and must end on it."""
    before = _ranking.simd_in_use()
    _ranking.use_simd("portable")
    yield
    assert _ranking.simd_in_use() == "portable"
    _ranking.use_simd(before)


def test_badugi():
    seen = []
    result = verify(badugi, progress=lambda done, total: seen.append((done, total)))
    assert result
    assert result.ok
    (one,) = result.proofs
    assert one.game is badugi
    assert one.difference is None
    assert one.paths == _ranking.simd_paths()
    assert (one.counts == badugi.frequencies(4)).all()
    total = seen[0][1]
    assert seen == [(done, total) for done in range(1, total + 1)]


def test_soko_and_its_text():
    result = verify(soko, quick=True)
    assert result
    assert (result.proofs[0].counts == soko.frequencies(5)).all()
    rows = [re.split(r"  +", line) for line in str(result).splitlines()]
    for row in (
        ["straight flush", "40", "0.0015%", "10"],
        ["four-flush", "110,940", "4.2686%", "9,245"],
        ["four-straight", "92,208", "3.5479%", "123"],
        ["all", "2,598,960", "16,707"],
        ["4", "0", "9,168"],
        ["A", "34,224", "9,168"],
    ):
        assert row in rows
    assert "two orders" in str(result)


def test_the_command_line_prints_the_frequencies(capsys):
    assert main(["verify", "badugi", "--quick"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    rows = [re.split(r"  +", line) for line in out.splitlines()]
    for row in (
        ["four-card", "17,160", "6.3385%", "715"],
        ["three-card", "154,440", "57.0468%", "286"],
        ["two-card", "96,252", "35.5534%", "78"],
        ["one-card", "2,873", "1.0612%", "13"],
        ["all", "270,725", "1,092"],
        ["5", "96", "4,824", "9,680", "225"],
        ["A", "0", "0", "0", "881"],
    ):
        assert row in rows
    assert f"SIMD paths: {', '.join(_ranking.simd_paths())}." in out


def test_every_rule_of_badugi():
    result = verify(badugi, all_rules=True, quick=True)
    assert result
    games = [one.game for one in result.proofs]
    assert games == [Badugi(ace, best) for ace in ("low", "high") for best in ("low", "high")]


def test_one_house_rule(capsys):
    assert main(["verify", "badugi", "--ace=high", "--quick"]) == 0
    assert "Badugi(ace='high', best='low')" in capsys.readouterr().out


@pytest.fixture(scope="module")
def answers():
    """What the reference said."""
    return {}


@pytest.fixture
def remembered(monkeypatch, answers):
    """Ask the reference only once about the same hands."""
    ask = proof._by_the_rules

    def recall(game, hands, step):
        if (game, len(hands)) not in answers:
            answers[game, len(hands)] = ask(game, hands, step)
        return answers[game, len(hands)]

    monkeypatch.setattr(proof, "_by_the_rules", recall)


def misjudge(monkeypatch, wrong_hand):
    """Let the rule book be wrong about one hand."""
    judge = reference.badugi_rank
    monkeypatch.setattr(
        reference, "badugi_rank", lambda hand, **rules: judge(hand, **rules) + (list(hand) == wrong_hand)
    )


def test_the_first_hand_that_differs_is_named(monkeypatch, capsys):
    misjudge(monkeypatch, [0, 1, 4, 50])
    result = verify(badugi, quick=True)
    assert not result
    difference = result.proofs[0].difference
    assert difference.kernels == _ranking.simd_paths()[0]
    assert difference.hand == "2c2d3cAh"
    assert difference.found == badugi.evaluate("2c2d3cAh")
    assert difference.by_the_rules == difference.found + 1
    assert f"WRONG: {difference}" in str(result)
    assert main(["verify", "badugi", "--quick"]) == 1
    assert "2c2d3cAh has rank 716, but 717 by the rules" in capsys.readouterr().out


@pytest.mark.parametrize("path", _ranking.simd_paths())
def test_every_path_and_every_order_is_compared(monkeypatch, remembered, path):
    rank = Evaluator.rank_or_zero

    def wrong_once(game, rows):
        ranks = rank(game, rows)
        if _ranking.simd_in_use() == path and rows.shape[1:] == (4,) and rows[0].tolist() == [1, 3, 0, 2]:
            ranks[1000] += 1
        return ranks

    monkeypatch.setattr(Badugi, "rank_or_zero", wrong_once)
    difference = verify(badugi).proofs[0].difference
    assert difference.kernels == path
    wanted = sokodugi.cards.all_hands(4)[1000, [1, 3, 0, 2]]
    assert difference.hand == sokodugi.cards.format(wanted)
    assert difference.by_the_rules == badugi.evaluate(wanted)


@pytest.mark.parametrize(
    ("is_wrong", "kernels"),
    [
        (lambda rows: rows.ndim == 1 and len(rows) == 270_725, "masks"),
        (lambda rows: rows.shape[1:] == (9,), ""),
        (lambda rows: rows.ndim == 1 and len(rows) < 20_000 and int(rows[0]).bit_count() == 12, "masks"),
    ],
)
def test_masks_and_larger_hands_are_compared(monkeypatch, remembered, is_wrong, kernels):
    rank = Evaluator.rank_or_zero

    def wrong(game, rows):
        ranks = rank(game, rows)
        if is_wrong(rows):
            ranks[5] += 1
        return ranks

    monkeypatch.setattr(Badugi, "rank_or_zero", wrong)
    difference = verify(badugi, quick=True).proofs[0].difference
    assert difference.kernels.endswith(kernels)
    assert difference.found == difference.by_the_rules + 1 == badugi.evaluate(difference.hand) + 1


def test_single_hands_are_compared(monkeypatch, remembered):
    evaluate = Badugi.evaluate
    monkeypatch.setattr(Badugi, "evaluate", lambda game, hand: evaluate(game, hand) + (hand == (0, 1, 2, 50)))
    difference = verify(badugi, quick=True).proofs[0].difference
    assert (difference.kernels, difference.hand) == ("one hand at a time", "2c2d2hAh")


def test_it_can_be_interrupted():
    def interrupt(done, total):
        if done == total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(badugi, quick=True, progress=interrupt)


def test_what_is_no_game():
    with pytest.raises(HandTypeError, match="not 'badugi'"):
        verify("badugi")


@pytest.mark.slow
def test_both_games_in_full():
    result = verify()
    assert result, str(result)
    assert [one.game for one in result.proofs] == [badugi, soko]


@pytest.mark.slow
def test_every_rule_of_soko():
    result = verify(soko, all_rules=True, quick=True)
    assert result, str(result)
    assert len({one.game for one in result.proofs}) == 32
    assert all(isinstance(one.game, Soko) for one in result.proofs)
