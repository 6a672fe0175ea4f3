"""The adviser and its command."""

import json

import numpy as np
import pytest

from sokodugi import DrawPolicy, DuplicateCardError, HandTypeError, Range, RuleError, badugi, cards
from sokodugi.cli import main
from sokodugi.draw import exact, optimal


def test_the_model_has_the_values_of_the_tables():
    policy = DrawPolicy.optimal(3)
    values, keeps = badugi.draw_values(optimal.pot_shares(optimal.final_ranks(badugi, policy.table)), 3)
    for hand in ("As2d3cKh", "Kc3h2cAd", "QsQhQdQc"):
        advice = badugi.advise(hand, 3)
        i = exact.rows_of(exact.one_hand(hand)[0][None])[0]
        assert advice.best.equity == pytest.approx(values[0][i], abs=1e-12)
        assert advice.best.draw == 4 - int(keeps[0][i]).bit_count()
        assert cards.format(policy.choose(hand, 3)) == advice.best.keep
        assert len(advice.ways) == 16
        assert len({way.mask for way in advice.ways}) == 16
        shares = [way.equity for way in advice.ways]
        assert (np.diff(shares) < 1e-9).all()
        for way in advice.ways:
            mine = cards.format([c for i, c in enumerate(cards.parse(hand)) if way.mask >> i & 1])
            assert way.keep == mine
            assert way.behind == pytest.approx(shares[0] - way.equity, abs=1e-12)
            assert (way.stderr, way.behind_stderr) == (0, 0)


def test_chances_of_a_badugi_are_those_of_the_distribution():
    for draws in (1, 2):
        advice = badugi.advise("As2d3c3h", draws)
        for way in advice.ways[:4]:
            policy = DrawPolicy.optimal(draws)
            hand, order = exact.one_hand("As2d3c3h")
            keep = sum(1 << i for i in range(4) if way.mask >> int(order[i]) & 1)
            forced = policy.with_first(hand, keep, draws)
            found = badugi.distribution("As2d3c3h", draws, forced, exact=False)
            assert way.badugi == pytest.approx(
                found.categories["four-card"], abs=2e-4 if draws > 1 else 1e-12
            )


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("As2d3c3h", {3: 0.710, 2: 0.670, 1: 0.620}),
        ("KhQsJdTc", {3: 0.567, 2: 0.567, 1: 0.567}),
        ("As2d3cKh", {1: 0.629}),
    ],
)
def test_opponents_of_triple_draw_have_drawn_before(hand, worth):
    for draws, equity in worth.items():
        assert badugi.advise(hand, draws).best.equity == pytest.approx(equity, abs=0.002)


def test_a_policy_of_one_draw_makes_a_game_of_one_draw():
    single, usual = (
        badugi.advise("As2d3cKh", 1, policies=p).best.equity for p in (DrawPolicy.optimal(1), None)
    )
    assert single > usual + 0.1
    longer = badugi.advise("As2d3cKh", 1, policies=DrawPolicy.optimal(3)).best.equity
    assert longer == usual


def test_ties_are_shown_as_ties():
    advice = badugi.advise("3s3h2cAd", 2)
    assert [way.keep for way in advice.ways[:2]] == ["3h2cAd", "3s2cAd"]
    assert [way.place for way in advice.ways[:3]] == [1, 1, 3]
    assert str(advice).splitlines()[2].startswith("1=")
    same = badugi.advise("KcKdKhKs", 1)
    singles = [way.place for way in same.ways if way.draw == 3]
    assert singles == singles[:1] * 4


def test_more_opponents_win_more_and_dead_cards_count():
    one, three = (badugi.advise("As2d3cKh", 1, opponents=n).best.equity for n in (1, 3))
    assert three < one
    outs = badugi.advise("As2d3cKc", 1, dead="4h5h6h7h8h")
    assert next(way.badugi for way in outs.ways if way.keep == "As2d3c") == pytest.approx(5 / 43)
    worse = badugi.advise("As2d3cKh", 1, policies=DrawPolicy.pat()).best.equity
    assert worse > one


def test_complete_opponents_are_counted_exactly():
    advice = badugi.advise("Ah2d3cKc", 1, opponents=["KsQhJdTc"], policies=DrawPolicy.pat())
    assert advice.method == "exact"
    assert advice.best.keep == "Ah2dKc"  # ten spades make a badugi that wins; the king of spades is gone
    assert advice.best.equity == pytest.approx(10 / 44)
    way = next(way for way in advice.ways if way.keep == "Ah2d3c")
    assert (way.equity, way.badugi) == (pytest.approx(9 / 44), pytest.approx(9 / 44))


def test_samples_agree_with_exact_answers_and_know_differences_better():
    question = {"opponents": ["KsQhJdTc"], "policies": DrawPolicy.best_subset()}
    exactly = {way.keep: way for way in badugi.advise("Ah2d3cKc", 1, **question).ways}
    sampled = badugi.advise("Ah2d3cKc", 1, **question, samples=100_000, seed=1)
    assert (sampled.method, sampled.deals, sampled.seed) == ("sample", 100_000, 1)
    best = sampled.best
    for way in sampled.ways:
        assert abs(way.equity - exactly[way.keep].equity) < 5 * way.stderr
        assert abs(way.badugi - exactly[way.keep].badugi) < 5 * np.sqrt(0.25 / 100_000)
        behind = exactly[best.keep].equity - exactly[way.keep].equity
        assert abs(way.behind - behind) < 5 * way.behind_stderr + 1e-12
    against_random = badugi.advise("3s3h2cAd", 3, opponents=[""], samples=65_536, seed=1)
    pat = next(way for way in against_random.ways if way.draw == 0)
    assert pat.behind_stderr < 0.75 * np.hypot(pat.stderr, against_random.best.stderr)


def test_samples_agree_with_equity():
    own, their = DrawPolicy.best_subset(), DrawPolicy.keep_low([9, 10])
    advice = badugi.advise(
        "As2d3c9c",
        2,
        opponents=[Range.parse("Aw2x**"), their],
        policies=their,
        own=own,
        samples=150_000,
        seed=2,
    )
    way = next(way for way in advice.ways if way.keep == "As2d3c")
    result = badugi.equity(
        ["As2d3c9c", Range.parse("Aw2x**"), ""],
        draws=2,
        policies=[own, their, their],
        samples=150_000,
        seed=3,
    )
    assert abs(way.equity - result.equity[0]) < 5 * np.hypot(way.stderr, result.stderr[0])


def test_a_sample_goes_on_until_differences_are_known():
    advice = badugi.advise("As2d3c3h", 1, opponents=["", ""], stderr=0.002, seed=1)
    assert max(way.behind_stderr for way in advice.ways) <= 0.002


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"opponents": 0}, RuleError),
        ({"opponents": 8}, RuleError),
        ({"opponents": True}, HandTypeError),
        ({"opponents": "KsQhJdTc"}, HandTypeError),
        ({"seed": 1}, RuleError),
        ({"dead": "As"}, DuplicateCardError),
        ({"opponents": ["As"]}, DuplicateCardError),
        ({"opponents": [DrawPolicy.pat(1)], "policies": DrawPolicy.pat()}, RuleError),
    ],
)
def test_bad_questions_are_refused(options, error):
    with pytest.raises(error):
        badugi.advise("As2d3cKh", 2, **options)


# ---- the command ----


def test_the_command_prints_a_table(capsys):
    assert main(["draw", "As2d3cKh", "--draws", "3"]) == 0
    out = capsys.readouterr().out
    assert out == f"{badugi.advise('As2d3cKh', 3)}\n"
    assert out.splitlines()[2].split() == ["1", "As2d3c", "1", "71.0779%", "0.0000%", "49.08%"]


def test_the_command_writes_json(capsys):
    argv = [
        "draw",
        "As2d3cKh",
        "--draws",
        "2",
        "--opponent",
        "KsQh",
        "--opponent",
        "Aw2x**",
        "--format",
        "json",
    ]
    assert (
        main(
            [
                *argv,
                "--seed",
                "1",
                "--samples",
                "5000",
                "--policy",
                "keep_low:9,10",
                "--dead",
                "2c",
                "--threads",
                "2",
            ]
        )
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    wanted = badugi.advise(
        "As2d3cKh",
        2,
        opponents=["KsQh", Range.parse("Aw2x**")],
        policies=DrawPolicy.keep_low([9, 10]),
        dead="2c",
        seed=1,
        samples=5000,
    )
    assert found == wanted.to_dict()


@pytest.mark.parametrize("policy", ["pat", "best_subset", "optimal", "file"])
def test_the_command_knows_policies(capsys, tmp_path, policy):
    if policy == "file":
        policy = str(tmp_path / "mine.npz")
        DrawPolicy.keep_low([8]).save(policy)
    assert main(["draw", "As2d3cKh", "--draws", "1", "--policy", policy]) == 0
    named = {
        "pat": DrawPolicy.pat(),
        "best_subset": DrawPolicy.best_subset(),
        "optimal": DrawPolicy.optimal(3),
    }
    wanted = badugi.advise("As2d3cKh", 1, policies=named.get(policy, DrawPolicy.keep_low([8])))
    assert capsys.readouterr().out == f"{wanted}\n"


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["As2d3c"], "4 cards"),
        (["As2d3cKh", "--policy", "bluff"], "neither a policy nor a file"),
        (["As2d3cKh", "--policy", "keep_low:9,x"], "keep_low:9,x"),
        (["As2d3cKh", "--opponents", "2", "--opponent", "As"], "give one of them"),
        (["As2d3cKh", "--opponent", "zz"], "expected"),
        (["As2d3cKh", "--draws", "7"], "draws are 1 to 4"),
        (["As2d3cKh", "--threads", "0"], "--threads"),
    ],
)
def test_the_command_explains_what_is_wrong(capsys, argv, text):
    assert main(["draw", *argv]) == 2
    assert text in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [5, "pat", 1.5, b"pat"])
def test_what_is_no_policy_is_named(wrong):
    with pytest.raises(HandTypeError, match="policies are"):
        badugi.advise("As2d3cKh", 1, policies=wrong)
    with pytest.raises(HandTypeError, match="policies are"):
        badugi.advise("As2d3cKh", 2, opponents=["2c"], own=wrong, samples=10)
