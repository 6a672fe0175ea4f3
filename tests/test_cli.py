"""The command line: in this process where that is enough, as a process where pipes and signals matter."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from sokodugi import Badugi, Soko, badugi, cards, soko
from sokodugi.cli import main, reading
from sokodugi.cli.common import open_output

POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX signals, pipes and terminals")
COMMAND = [sys.executable, "-m", "sokodugi"]
HANDS = ["As2d3c4h", "AcAd2cKd", "KhQdJsTc", "3s3h2cAd", "KcKdKhKs"]
RANKS = [1, 1002, 715, 716, 1092]


class Stdin:
    """What tests put in the place of standard input."""

    def __init__(self, data=b"", terminal=False):
        self.buffer = io.BufferedReader(io.BytesIO(data))
        self._terminal = terminal

    def isatty(self):
        return self._terminal


@pytest.fixture
def cli(capsysbinary, monkeypatch):
    """Run a command line in this process: ``(exit code, standard output, standard error)``."""

    def run(*argv, stdin=b"", terminal=False):
        monkeypatch.setattr(sys, "stdin", Stdin(stdin, terminal))
        try:
            code = main([str(argument) for argument in argv])
        except SystemExit as end:
            code = end.code
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


@pytest.fixture
def small_blocks(monkeypatch):
    """Let every batch be tiny, so that few hands cross many borders."""
    monkeypatch.setattr(reading, "_BLOCK", 40)
    monkeypatch.setattr(reading, "_RECORDS", 2)
    monkeypatch.setattr(reading, "_ROWS", 2)


def many(n_hands, n_cards, seed=0):
    """Random hands, as ids and as texts."""
    ids = cards.deal(n_hands, n_cards, seed=seed)
    return ids, [cards.format(hand) for hand in ids]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def lines(numbers):
    return "".join(f"{number}\n" for number in numbers)


# ---- hands as arguments ----


def test_hands_as_arguments(cli):
    assert cli("evaluate", "badugi", *HANDS) == (0, lines(RANKS), "")


def test_a_hand_may_have_spaces_and_any_number_of_cards(cli):
    assert cli("evaluate", "badugi", "As 2d, 3c 4h", "A♠ 10♥", "KsQhJdTc9s8h7d6c5s4h3d2cAs")[1] == lines(
        [1, badugi.evaluate("AsTh"), 1]
    )


@pytest.mark.parametrize(
    ("options", "game"),
    [
        (["badugi", "--ace", "high"], Badugi(ace="high")),
        (["badugi", "--best=high"], Badugi(best="high")),
        (["badugi", "--ace", "high", "--best", "high"], Badugi(ace="high", best="high")),
        (["soko", "--no-four-flush"], Soko(four_flush=False)),
        (["soko", "--no-four-straight"], Soko(four_straight=False)),
        (["soko", "--no-ace-low"], Soko(ace_low=False)),
        (["soko", "--open-ended"], Soko(open_ended=True)),
        (["soko", "--no-paired"], Soko(paired=False)),
        (["soko", "--no-four-flush", "--no-four-straight"], Soko(four_flush=False, four_straight=False)),
    ],
)
def test_house_rules(cli, options, game):
    texts = many(300, 5)[1] + ["AcQh4h3c2c", "JdTc9c9h8c", "JdJcTc8c9c", "AcKdQsJhJs"]
    assert cli("evaluate", *options, *texts)[1] == lines(game.evaluate(texts))


def test_options_may_stand_anywhere(cli):
    wanted = lines([Soko(ace_low=False).evaluate("AcQh4h3c2c"), soko.evaluate("KcQh4h3c2c")])
    for argv in (
        ["soko", "AcQh4h3c2c", "--no-ace-low", "KcQh4h3c2c", "--format", "txt"],
        ["--no-ace-low", "soko", "--format=txt", "AcQh4h3c2c", "KcQh4h3c2c"],
    ):
        assert cli("evaluate", *argv)[:2] == (0, wanted)


# ---- formats ----


def test_csv_holds_all_that_is_known(cli):
    ids, texts = many(500, 7)
    records = list(csv.DictReader(io.StringIO(cli("evaluate", "soko", "--format=csv", *texts)[1])))
    assert list(records[0]) == ["hand", "plays", "category", "description", "rank", "better_than"]
    assert [record["hand"] for record in records] == texts
    ranks = soko.evaluate(ids)
    assert [int(record["rank"]) for record in records] == ranks.tolist()
    assert [record["description"] for record in records] == soko.describe(ranks)
    assert [record["category"] for record in records] == [soko.categories[c] for c in soko.category(ranks)]
    for record, hand, plays in zip(records, ids, soko.playing(ids), strict=True):
        assert record["plays"] == cards.format(hand[plays])
    counts = soko.frequencies(7)
    worse = [counts[rank + 1 :].sum() / counts.sum() for rank in ranks]
    assert [float(record["better_than"]) for record in records] == pytest.approx(worse, abs=1e-9)


def test_jsonl_says_the_same_as_csv(cli):
    texts = many(100, 4)[1] + ["As", "KsQhJdTc9s8h7d6c5s4h3d2cAs"]
    records = csv.DictReader(io.StringIO(cli("evaluate", "badugi", "--format=csv", *texts)[1]))
    objects = [
        json.loads(line) for line in cli("evaluate", "badugi", "--format=jsonl", *texts)[1].splitlines()
    ]
    for record, found in zip(records, objects, strict=True):
        assert {name: str(value) for name, value in found.items()} | {"better_than": ""} == record | {
            "better_than": ""
        }
        assert found["better_than"] == pytest.approx(float(record["better_than"]), abs=1e-9)


def test_the_share_of_worse_hands_is_of_hands_with_as_many_cards(cli):
    out = cli("evaluate", "badugi", "--format=jsonl", "As", "2s", "Ks", "As2d3c4h", "KcKdKhKs")[1]
    shares = [json.loads(line)["better_than"] for line in out.splitlines()]
    assert shares == pytest.approx([48 / 52, 44 / 52, 0, 1 - 24 / 270_725, 0], abs=1e-9)


def test_a_table_for_people(cli):
    code, out, _ = cli("evaluate", "badugi", "--format=table", *HANDS[:2], "5d7d9dKd")
    assert code == 0
    assert out == (
        "hand         plays        description     rank  better than\n"
        "As 2d 3c 4h  As 2d 3c 4h  badugi 4-3-2-A     1      99.99 %\n"
        "Ac Ad 2c Kd  Ad 2c        two-card 2-A    1002      35.27 %\n"
        "5d 7d 9d Kd  5d           one-card 5      1084       0.11 %\n"
    )


@pytest.mark.parametrize(
    ("game", "hand", "share"),
    [
        ("soko", "AsKsQsJsTs", "> 99.99 %"),  # four hands are as good
        ("badugi", "QcQdQhQs", "< 0.01 %"),  # one hand is worse
        ("badugi", "KcKdKhKs", "0.00 %"),
    ],
)
def test_a_table_never_rounds_to_all_or_nothing(cli, game, hand, share):
    out = cli("evaluate", game, "--format=table", hand)[1]
    assert out.splitlines()[1].endswith(f"  {share}")


def test_a_table_has_one_head_whatever_the_number_of_batches(cli, tmp_path, small_blocks):
    (tmp_path / "hands.txt").write_text("\n".join(HANDS))
    out = cli("evaluate", "badugi", tmp_path / "hands.txt", "--format", "table")[1].splitlines()
    assert [line.split()[0] for line in out] == ["hand", "As", "Ac", "Kh", "3s", "Kc"]


@pytest.mark.parametrize("name", ["ranks.txt", "ranks.csv", "ranks.jsonl", "RANKS.CSV"])
def test_the_name_of_the_file_tells_the_format(cli, tmp_path, name):
    kind = name.lower().partition(".")[2]
    code, out, err = cli("evaluate", "badugi", *HANDS, "-o", tmp_path / name)
    assert (code, out, err) == (0, "", "")
    assert (tmp_path / name).read_text() == cli("evaluate", "badugi", *HANDS, "--format", kind)[1]
    assert names_in(tmp_path) == [name]


def test_npy_output(cli, tmp_path, small_blocks):
    ids, texts = many(1000, 4)
    (tmp_path / "hands.txt").write_text("\n".join(texts))
    assert cli("evaluate", "badugi", tmp_path / "hands.txt", "-o", tmp_path / "r.npy")[0] == 0
    ranks = np.load(tmp_path / "r.npy")
    assert ranks.dtype == np.uint16
    assert (ranks == badugi.evaluate(ids)).all()


def test_npy_output_of_no_hands(cli, tmp_path):
    assert cli("evaluate", "badugi", "-o", tmp_path / "r.npy")[0] == 0
    assert np.load(tmp_path / "r.npy").shape == (0,)


def test_npy_does_not_go_through_a_pipe():
    with process("evaluate", "badugi", "As", "--format", "npy") as run:
        assert run.communicate() == (b"", b"sokodugi: error: npy needs a file: -o FILE\n")
    assert run.returncode == 2


def test_the_format_may_differ_from_the_name(cli, tmp_path):
    cli("evaluate", "badugi", HANDS[0], "-o", tmp_path / "r.dat", "--format=jsonl")
    assert json.loads((tmp_path / "r.dat").read_text())["rank"] == 1


# ---- text ----


@pytest.mark.parametrize(
    "text",
    [
        "As2d3c4h\nAcAd2cKd\n",
        "As2d3c4h\nAcAd2cKd",
        "As2d3c4h\r\nAcAd2cKd\r\n",
        "As2d3c4h\rAcAd2cKd\r",
        "As2d3c4h\r\r\n# a comment\rAcAd2cKd",
        "\ufeffAs2d3c4h\nAcAd2cKd\n",
        "\n\n  \nAs2d3c4h\n\r\n\nAcAd2cKd\n\n",
        "# my hands\nAs2d3c4h\n#AsAd\nAcAd2cKd\n",
        "As 2d 3c 4h\nAc,Ad,2c,Kd\n",
        "  as2D3C4h\t\n\tACaD2ckd  \n",
        "A♠2♦3♣4♥\nA♣A♦2♣K♦\n",
    ],
)
def test_text_as_people_write_it(cli, tmp_path, text):
    (tmp_path / "hands").write_bytes(text.encode())
    assert cli("evaluate", "badugi", tmp_path / "hands") == (0, "1\n1002\n", "")
    assert cli("evaluate", "badugi", "-", stdin=text.encode())[1] == "1\n1002\n"
    assert cli("evaluate", "badugi", stdin=text.encode())[1] == "1\n1002\n"


def test_blocks_that_only_look_like_lines_of_equal_length(cli):
    """Lines of equal length are read as one column; here the newlines are as many, but elsewhere."""
    text = b"As2d3c4h\nAc\nAd2cKd2c  3s4c\n"
    assert len(text) == 9 * text.count(b"\n")
    code, out, err = cli("evaluate", "badugi", stdin=text)
    assert (code, out) == (2, lines([1, badugi.evaluate("Ac")]))
    assert "line 3: 'Ad2cKd2c  3s4c': 2c at position 6 stands twice" in err


def test_ten_may_be_written_as_a_number(cli):
    assert cli("evaluate", "badugi", stdin=b"KhQdJs10c\nKhQdJsTc\n")[1] == "715\n715\n"


@pytest.mark.parametrize("block", [40, 1 << 20])
def test_hands_of_different_sizes(cli, monkeypatch, block):
    monkeypatch.setattr(reading, "_BLOCK", block)
    sizes = [4, 1, 7, 4, 13, 5, 4, 4, 2] * 20
    texts = [many(1, n, seed)[1][0] for seed, n in enumerate(sizes)]
    code, out, _ = cli("evaluate", "badugi", stdin="\n".join(texts).encode())
    assert (code, out) == (0, lines(badugi.evaluate(text) for text in texts))
    records = csv.DictReader(io.StringIO(cli("evaluate", "badugi", "--format=csv", *texts)[1]))
    for record, text in zip(records, texts, strict=True):
        assert record["hand"] == text
        assert record["plays"] == cards.format(cards.parse(text)[badugi.playing(text)])


def test_several_sources_in_their_order(cli, tmp_path):
    (tmp_path / "a.txt").write_text("\n".join(HANDS[1:3]))
    np.save(tmp_path / "b.npy", cards.parse_many(HANDS[3:4]))
    (tmp_path / "c.csv").write_text("n,hand\n7,As2d3c4h\n")
    argv = ["KcKdKhKs", tmp_path / "a.txt", "-", tmp_path / "b.npy", tmp_path / "c.csv", "KcKdKhKs"]
    assert cli("evaluate", "badugi", *argv, stdin=b"As2d3c4h\n")[1] == lines(
        [1092, 1002, 715, 1, 716, 1, 1092]
    )


@pytest.mark.parametrize("bad", [1, 2, 3, 17, 30])
@pytest.mark.parametrize("variety", [lambda i: "", lambda i: " " * (i % 3)])
def test_a_bad_line_stops_with_its_number(cli, tmp_path, small_blocks, bad, variety):
    texts = [text + variety(i) for i, text in enumerate(many(30, 4)[1])]
    texts[bad - 1] = "As2d3c4x"
    (tmp_path / "hands.txt").write_text("# hands\n\n" + "\n".join(texts))
    code, out, err = cli("evaluate", "badugi", tmp_path / "hands.txt")
    assert code == 2
    assert out == lines(badugi.evaluate(text) for text in texts[: bad - 1])
    place = f"{tmp_path / 'hands.txt'}, line {bad + 2}"
    problem = "'As2d3c4x': unknown suit 'x' at position 7; suits are cdhs or ♣♦♥♠"
    assert err == f"sokodugi: error: {place}: {problem}\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"As2d3c4x", "unknown suit 'x' at position 7"),
        (b"As2d3c3c", "3c at position 6 stands twice"),
        (b"As2d3c4", "has no suit"),
        (b"AsKsQsJs", "4 cards"),
        (b"AsKsQsJsTs9s8s7s", "8 cards"),
        (b"2c \xff\xfe 3d", "byte 0xff at position 3 is not UTF-8"),
        (b"2c\xe2\x99", "byte 0xe2 at position 2 is not UTF-8"),
        (b"2c\x003d4h5s6c", "at position 2"),
        (b"rank,hand", "unknown rank 'r' at position 0"),
        ("Äs".encode(), "unknown rank 'Ä' at position 0"),
    ],
)
def test_what_is_wrong_with_a_line(cli, line, problem):
    code, out, err = cli("evaluate", "soko", stdin=b"AsKsQsJsTs\n" + line + b"\nAsKsQsJsTs\n")
    assert (code, out) == (2, "1\n")
    assert err.startswith("sokodugi: error: standard input, line 2: ")
    assert problem in err
    code, out, err = cli(
        "evaluate", "soko", "--invalid=mark", stdin=b"AsKsQsJsTs\n" + line + b"\nAsKsQsJsTs\n"
    )
    assert (code, out) == (0, "1\n\n1\n")
    assert err.startswith("sokodugi: 1 of 3 are no hands; the first: standard input, line 2: ")
    assert problem in err


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("As2d3c4h\n".encode("utf-16"), "UTF-16"),
        (b"\xfe\xff\x00A\x00s", "UTF-16"),
        (b"\x1f\x8b\x08\x00", "compressed"),
        (b"\x93NUMPY\x01\x00", "a NumPy array: save it to a file and name that"),
        (b"PK\x03\x04\x14\x00", "an archive, such as .npz"),
    ],
)
def test_what_is_no_text(cli, data, problem):
    for option in ("--invalid=stop", "--invalid=mark", "--input=csv"):
        code, _, err = cli("evaluate", "badugi", option, stdin=data)
        assert code == 2
        assert problem in err
        assert "standard input" in err


def test_a_line_longer_than_any_hand(cli):
    code, _, err = cli("evaluate", "badugi", stdin=b"As2d3c4h\n" + b"x" * (1 << 21))
    assert code == 2
    assert "standard input, line 2: longer than any hand" in err


def test_an_array_in_a_file_of_another_name(cli, tmp_path):
    np.save(tmp_path / "hands.npy", cards.parse_many(HANDS))
    file = (tmp_path / "hands.npy").rename(tmp_path / "hands.dat")
    code, _, err = cli("evaluate", "badugi", file)
    assert (code, err.rpartition(", ")[2]) == (2, "with the suffix .npy or --input npy\n")
    assert cli("evaluate", "badugi", file, "--input=npy")[:2] == (0, lines(RANKS))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", range(1, 12))
def test_lines_are_counted_whatever_ends_them(end, block):
    texts = [*HANDS[:3], "", "As", "no hand", "Ks"]

    class Slow(io.RawIOBase):
        """Gives a few bytes at a time."""

        def __init__(self):
            self.data = end.join(texts).encode()

        def readable(self):
            return True

        def readinto(self, buffer):
            some, self.data = self.data[:block], self.data[block:]
            buffer[: len(some)] = some
            return len(some)

    batches = list(reading._from_lines(io.BufferedReader(Slow()), "x", badugi))
    assert [place for batch, _ in batches for place in batch.places] == [1, 2, 3, 5, 6, 7]
    assert batches[-1][1] == len(end.join(texts))


# ---- lines that are no hands ----


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl", "npy"])
def test_marked_lines(cli, tmp_path, small_blocks, kind):
    texts = many(40, 4)[1]
    for bad, text in ((0, "what, ever"), (1, 'say "x"'), (20, "As2d3c3c"), (39, "\u00e4\t")):
        texts[bad] = text
    (tmp_path / "hands.txt").write_bytes("\n".join(texts).encode())
    out = tmp_path / f"ranks.{kind}"
    code, _, err = cli("evaluate", "badugi", tmp_path / "hands.txt", "--invalid", "mark", "-o", out)
    assert code == 0
    assert err.startswith("sokodugi: 4 of 40 are no hands; the first: ")
    assert f"{tmp_path / 'hands.txt'}, line 1: 'what, ever'" in err
    wanted = [0 if bad in (0, 1, 20, 39) else badugi.evaluate(text) for bad, text in enumerate(texts)]
    if kind == "npy":
        assert np.load(out).tolist() == wanted
    elif kind == "txt":
        assert out.read_text() == lines(rank or "" for rank in wanted)
    else:
        if kind == "csv":
            with out.open(encoding="utf-8", newline="") as file:
                records = list(csv.DictReader(file))
        else:
            records = [json.loads(line) for line in out.read_text().splitlines()]
        assert [int(record["rank"] or 0) for record in records] == wanted
        for record, text, rank in zip(records, texts, wanted, strict=True):
            assert record["hand"] == text.strip()
            assert all(bool(record[name]) == bool(rank) for name in ("plays", "category", "description"))


def test_marked_lines_in_a_table(cli):
    _, out, err = cli(
        "evaluate", "badugi", "--invalid=mark", "--format=table", stdin=b"As2d3c4h\n\x1b[1mboo\n"
    )
    assert out.splitlines()[2].split() == ["'\\x1b[1mboo'", "no", "hand"]
    assert "1 of 2 are no hands" in err


def test_arguments_that_are_no_hands_of_the_game_can_be_marked(cli):
    code, out, err = cli("evaluate", "soko", "--invalid=mark", "AsKs", "AsKsQsJsTs")
    assert (code, out) == (0, "\n1\n")
    assert err == "sokodugi: 1 of 2 are no hands; the first: argument 1: 2 cards a hand: soko takes 5 to 7\n"


# ---- CSV ----


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("As2d3c4h\nAcAd2cKd\n", []),
        ("As,2d,3c,4h\r\nAc,Ad,2c,Kd\r\n", []),
        ("hand\nAs2d3c4h\n\nAcAd2cKd\n", []),
        ("id,Hand ,x\n1,As2d3c4h,a\n2,AcAd2cKd,b\n", []),
        ("\ufeffhand,x\nAs2d3c4h,a\nAcAd2cKd,b\n", []),
        ('who,cards\n"Bob, jr.","As,2d,3c,4h"\n"Al\nlen",Ac Ad 2c Kd\n', ["--column", "cards"]),
        ("x,As2d3c4h\ny,AcAd2cKd\n", ["--column", "2"]),
        ("hand;who\nAs2d3c4h;Bob\nAcAd2cKd;Al\n", ["--delimiter=;"]),
        ("who\thand\nBob\tAs2d3c4h\nAl\tAcAd2cKd\n", ["--delimiter", "\t"]),
        ("2,1\nAs2d3c4h,x\nAcAd2cKd,y\n", ["--column", "2"]),  # a name that is a number
    ],
)
def test_csv_as_programs_write_it(cli, tmp_path, text, options):
    (tmp_path / "hands.csv").write_bytes(text.encode())
    assert cli("evaluate", "badugi", tmp_path / "hands.csv", *options) == (0, "1\n1002\n", "")
    assert cli("evaluate", "badugi", "--input=csv", *options, stdin=text.encode())[1] == "1\n1002\n"


def test_a_column_makes_any_file_csv(cli):
    assert cli("evaluate", "badugi", "--column=h", stdin=b"h,x\nAs2d3c4h,1\n")[1] == "1\n"


def test_an_empty_csv_file_holds_no_hands(cli):
    assert cli("evaluate", "badugi", "--input=csv", stdin=b"\n\n") == (0, "", "")


@pytest.mark.parametrize(
    ("text", "options", "ranks", "problem"),
    [
        ("a,b\n1,2\n", ["--column", "hand"], [], "has no column 'hand': its first line holds a, b"),
        ("a,b\n1,2\n", ["--column", "0"], [], "has no column '0'"),
        ("hand\nAs2d3c4h\nKs\n\nx9\n", [], [1, 1092], "line 5: 'x9'"),
        ('x,hand\n"a\nb",As2d3c4h\n"a\nb",As2d3c4z\n', [], [1], "line 4: 'As2d3c4z'"),
        ("x,hand\n1,As2d3c4h\n2\n", [], [1], "line 3: there is no hand: its field is empty or missing"),
        ("As2d3c4h,x\n", ["--column", "9"], [], "has no column '9': its first line holds As2d3c4h, x"),
        ("Hand,HAND\nAs,Ks\n", [], [], "has 2 columns that may be meant: Hand, HAND"),
        ("h,x,h\nAs,1,Ks\n", ["--column", "h"], [], "has 2 columns that may be meant: h, h"),
        ('hand\nAs2d3c4h\n"' + "x\n" * 100_000, [], [1], "line 3: field larger than field limit"),
        ("hand\nAs2d3c4h\n" + "x" * 200_000, [], [1], "line 3: field larger than field limit"),
    ],
)
def test_what_is_wrong_in_csv(cli, small_blocks, text, options, ranks, problem):
    code, out, err = cli("evaluate", "badugi", "--input=csv", *options, stdin=text.encode())
    assert code == 2
    assert lines(ranks).startswith(out)
    assert err.startswith("sokodugi: error: standard input")
    assert problem in err


def test_an_empty_field_can_be_marked(cli):
    assert (
        cli("evaluate", "badugi", "--input=csv", "--invalid=mark", stdin=b"hand,x\n,1\nKs,2\n")[1]
        == "\n1092\n"
    )


# ---- arrays ----


@pytest.mark.parametrize("dtype", ["u1", "i1", "<u2", ">i2", "<i4", ">u4", "<i8", ">u8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_ids(cli, tmp_path, small_blocks, dtype, order):
    ids, texts = many(31, 7)
    np.save(tmp_path / "hands.npy", np.asarray(ids.astype(dtype), order=order))
    assert cli("evaluate", "soko", tmp_path / "hands.npy")[:2] == (0, lines(soko.evaluate(ids)))
    csv_out = cli("evaluate", "soko", tmp_path / "hands.npy", "--format=csv")[1]
    assert csv_out == cli("evaluate", "soko", *texts, "--format=csv")[1]


@pytest.mark.parametrize("dtype", ["<u8", ">u8", "<i8"])
def test_arrays_of_masks(cli, tmp_path, small_blocks, dtype):
    hands = [np.sort(many(1, n, seed)[0][0]) for seed, n in enumerate([4, 4, 1, 13, 20, 52, 4, 3])]
    masks = np.array([cards.to_masks(hand) for hand in hands], dtype)
    np.save(tmp_path / "masks.npy", masks)
    assert cli("evaluate", "badugi", tmp_path / "masks.npy")[:2] == (0, lines(badugi.evaluate_masks(masks)))
    small = [len(hand) <= 13 for hand in hands]
    np.save(tmp_path / "masks.npy", masks[small])
    records = csv.DictReader(
        io.StringIO(cli("evaluate", "badugi", tmp_path / "masks.npy", "--format=csv")[1])
    )
    assert [record["hand"] for record in records] == [cards.format(h) for h in hands if len(h) <= 13]


@pytest.mark.parametrize(
    ("bad", "row"), [(0, [51, 51, 0, 4]), (1, [52, 0, 1, 2]), (2, [-1, 0, 1, 2]), (30, [9, 9, 9, 9])]
)
def test_a_bad_row_stops_with_its_number(cli, tmp_path, small_blocks, bad, row):
    ids = many(31, 4)[0].astype(np.int16)
    ids[bad] = row
    np.save(tmp_path / "hands.npy", ids)
    code, out, err = cli("evaluate", "badugi", tmp_path / "hands.npy")
    assert (code, out) == (2, lines(badugi.evaluate(ids[:bad])))
    assert err.startswith(f"sokodugi: error: {tmp_path / 'hands.npy'}, row {bad}: ")
    code, _, err = cli(
        "evaluate", "badugi", tmp_path / "hands.npy", "--invalid=mark", "-o", tmp_path / "r.npy"
    )
    assert code == 0
    assert f"1 of 31 are no hands; the first: {tmp_path / 'hands.npy'}, row {bad}: " in err
    assert np.flatnonzero(np.load(tmp_path / "r.npy") == 0).tolist() == [bad]
    out = cli("evaluate", "badugi", tmp_path / "hands.npy", "--invalid=mark", "--format=csv")[1]
    assert out.splitlines()[bad + 1] == " ".join(map(str, row)) + ",,,,,"


def test_a_bad_mask_can_be_marked(cli, tmp_path):
    np.save(tmp_path / "masks.npy", np.array([31, 1 << 60, 0, 7], np.uint64))
    code, out, err = cli("evaluate", "soko", tmp_path / "masks.npy", "--invalid=mark", "--format=jsonl")
    assert code == 0
    assert [json.loads(line)["hand"] for line in out.splitlines()] == [
        "2c2d2h2s3c",
        f"{1 << 60:#x}",
        "0x0",
        "0x7",
    ]
    assert "3 of 4 are no hands" in err
    assert "row 1: " in err


def test_a_negative_mask_is_shown_as_what_it_is(cli, tmp_path):
    np.save(tmp_path / "masks.npy", np.array([-5, 7]))
    _, out, err = cli("evaluate", "badugi", tmp_path / "masks.npy", "--invalid=mark", "--format=csv")
    assert out.splitlines()[1] == "-5,,,,,"
    assert "mask -5 has bits that are no card" in err


def test_an_empty_array(cli, tmp_path):
    np.save(tmp_path / "hands.npy", np.empty((0, 5), np.uint8))
    assert cli("evaluate", "soko", tmp_path / "hands.npy", "-o", tmp_path / "r.npy")[0] == 0
    assert np.load(tmp_path / "r.npy").shape == (0,)


@pytest.mark.parametrize(
    ("array", "problem"),
    [
        (np.zeros((3, 5)), "holds float64 of shape (3, 5)"),
        (np.zeros((3, 5), bool), "holds bool"),
        (np.zeros((2, 3, 5), np.uint8), "of shape (2, 3, 5)"),
        (np.zeros(5, np.uint8), "masks are uint64"),
        (np.zeros((3, 4), np.uint8), "4 cards a hand: soko takes 5 to 7"),
        (np.array(["AsKsQsJsTs"]), "holds <U10"),
        (np.array([None, "x"], object), "is no array that can be mapped"),
        (np.array(7), "of shape ()"),
    ],
)
def test_arrays_that_hold_no_hands(cli, tmp_path, array, problem):
    np.save(tmp_path / "hands.npy", array)
    for option in ("--invalid=stop", "--invalid=mark"):
        code, out, err = cli("evaluate", "soko", option, tmp_path / "hands.npy")
        assert (code, out) == (2, "")
        assert str(tmp_path / "hands.npy") in err
        assert problem in err


@pytest.mark.parametrize("data", [b"", b"As2d3c4h\n", b"\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran"])
def test_files_that_are_no_arrays(cli, tmp_path, data):
    (tmp_path / "hands.npy").write_bytes(data)
    code, out, err = cli("evaluate", "soko", tmp_path / "hands.npy")
    assert (code, out) == (2, "")
    assert "hands.npy" in err


def test_a_truncated_array(cli, tmp_path):
    np.save(tmp_path / "hands.npy", many(100, 5)[0])
    data = (tmp_path / "hands.npy").read_bytes()
    (tmp_path / "hands.npy").write_bytes(data[:-50])
    code, out, err = cli("evaluate", "soko", tmp_path / "hands.npy")
    assert (code, out) == (2, "")
    assert "is no array that can be mapped" in err


# ---- usage ----


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["rank"], "invalid choice: 'rank' (choose from"),
        (["evaluate"], "required: GAME"),
        (["evaluate", "badugy", "As"], "invalid choice: 'badugy' (choose from"),
        (["evaluate", "badugi", "Axs"], "there is no file 'Axs', and it is no hand: 'Axs': unknown suit 'x'"),
        (["evaluate", "badugi", ""], "there is no file '', and it is no hand: it holds no card"),
        (["evaluate", "badugi", "no/such.npy"], "there is no file 'no/such.npy'"),
        (["evaluate", "soko", "As", "Ks"], "argument 1: 1 cards a hand: soko takes 5 to 7"),
        (["evaluate", "badugi", "As", "--no-paired"], "--no-paired is a house rule of soko, not of badugi"),
        (["evaluate", "soko", "AsKsQsJsTs", "--ace=low"], "--ace is a house rule of badugi, not of soko"),
        (["evaluate", "badugi", "As", "--ace", "mid"], "invalid choice: 'mid'"),
        (["evaluate", "badugi", "As", "--form", "csv"], "there is no option --form; did you mean --format?"),
        (["evaluate", "badugi", "As", "--zzz=1"], "there is no option --zzz=1\n"),
        (["evaluate", "badugi", "As", "--format", "xml"], "invalid choice: 'xml'"),
        (["evaluate", "badugi", "As", "-o", "ranks"], "ranks does not tell a format (csv, txt, jsonl, npy)"),
        (["evaluate", "badugi", "As", "-o", "x.table"], "x.table does not tell a format"),
        (["evaluate", "badugi", "As", "-o", "no/such/dir.txt"], "No such file or directory"),
        (["evaluate", "badugi", "--column=x", "--input=text"], "--column is for CSV, not for text"),
        (["evaluate", "badugi", "--delimiter=ab"], "--delimiter is one character, not 'ab'"),
        (["evaluate", "badugi", "--input=npy", "-"], "standard input is no array"),
        (["evaluate", "badugi", "."], ".: "),
        (["verify", "poker"], "invalid choice: 'poker'"),
        (["verify", "--ace=high"], "--ace is a house rule of badugi, so name that game: badugi"),
    ],
)
def test_bad_usage(cli, argv, problem):
    code, out, err = cli(*argv)
    assert (code, out) == (2, "")
    assert problem in err


def test_nothing_to_read_on_a_terminal(cli):
    code, _, err = cli("evaluate", "badugi", terminal=True)
    assert code == 2
    assert err == "sokodugi: error: no hands: give some, or a file of them, or - to type them\n"


def test_typing_hands_on_a_terminal(cli):
    assert cli("evaluate", "badugi", "-", stdin=b"As2d3c4h\n", terminal=True)[1] == "1\n"


@pytest.mark.parametrize("argv", [["--help"], ["evaluate", "--help"], ["verify", "-h"]])
def test_help(cli, argv):
    code, out, _ = cli(*argv)
    assert code == 0
    assert out.startswith("usage: sokodugi")


def test_version(cli):
    from sokodugi import build_info

    code, out, _ = cli("--version")
    assert code == 0
    assert out.startswith(f"sokodugi {build_info()['version']} ({build_info()['simd']}, ")


# ---- files that appear whole ----


def test_an_error_leaves_the_old_file_alone(cli, tmp_path):
    target = tmp_path / "ranks.txt"
    target.write_text("old")
    assert cli("evaluate", "badugi", "-o", target, stdin=b"As2d3c4h\nxx\n")[:2] == (2, "")
    assert target.read_text() == "old"
    assert names_in(tmp_path) == ["ranks.txt"]


def test_the_input_may_be_the_output(cli, tmp_path):
    np.save(tmp_path / "x.npy", cards.parse_many(HANDS))
    assert cli("evaluate", "badugi", tmp_path / "x.npy", "-o", tmp_path / "x.npy")[0] == 0
    assert np.load(tmp_path / "x.npy").tolist() == RANKS


@POSIX
def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    with open_output(str(tmp_path / "link.txt")) as file:
        file.write(b"new")
        assert (tmp_path / "real.txt").read_text() == "old"
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


@POSIX
def test_a_file_keeps_its_permissions(cli, tmp_path):
    target = tmp_path / "ranks.txt"
    for mode in (0o600, 0o664, 0o755):
        target.touch()
        target.chmod(mode)
        assert cli("evaluate", "badugi", HANDS[0], "-o", target)[0] == 0
        assert target.stat().st_mode & 0o777 == mode
        assert target.read_text() == "1\n"


@POSIX
def test_a_link_to_itself_is_refused(cli, tmp_path):
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    code, _, err = cli("evaluate", "badugi", "As", "-o", tmp_path / "loop.txt")
    assert (code, err.startswith(f"sokodugi: error: {tmp_path / 'loop.txt'}: ")) == (2, True)
    assert (tmp_path / "loop.txt").is_symlink()
    assert names_in(tmp_path) == ["loop.txt"]


def test_messages_name_the_file_that_was_asked_for(cli, tmp_path):
    target = tmp_path / "no" / "x.txt"
    code, _, err = cli("evaluate", "badugi", "As", "-o", target)
    assert (code, err) == (2, f"sokodugi: error: {target}: No such file or directory\n")


@POSIX
def test_devices_are_written_to_and_not_replaced(cli):
    assert cli("evaluate", "badugi", *HANDS, "-o", os.devnull, "--format", "txt")[0] == 0
    assert Path(os.devnull).is_char_device()


# ---- as a process ----


def process(*argv, **options):
    return subprocess.Popen(
        [*COMMAND, *map(str, argv)],
        stdin=options.pop("stdin", subprocess.PIPE),
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=options.pop("stderr", subprocess.PIPE),
        **options,
    )


def test_files_larger_than_a_block(tmp_path):
    ids, texts = many(250_000, 4)
    (tmp_path / "hands.txt").write_text("\n".join(texts))
    with process("evaluate", "badugi", "hands.txt", "-o", "ranks.npy", cwd=tmp_path) as run:
        assert run.communicate() == (b"", b"")
    assert run.returncode == 0
    assert (np.load(tmp_path / "ranks.npy") == badugi.evaluate(ids)).all()
    texts[200_000] = "As2d3c"
    texts[240_000] = "oops"
    with process("evaluate", "badugi") as run:
        out, err = run.communicate("\n".join(texts).encode())
    assert run.returncode == 2
    assert out.count(b"\n") == 240_000
    assert b"standard input, line 240001: 'oops'" in err


@POSIX
@pytest.mark.parametrize("kind", ["txt", "csv"])
def test_a_reader_that_goes_away(tmp_path, kind):
    (tmp_path / "hands.txt").write_text("As2d3c4h\n" * 500_000)
    with process("evaluate", "badugi", tmp_path / "hands.txt", "--format", kind) as run:
        assert run.stdout.readline() in (b"1\n", b"hand,plays,category,description,rank,better_than\n")
        run.stdout.close()
        assert run.wait(60) == 141
        assert run.stderr.read() == b""


@POSIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_no_half_written_file(tmp_path, number, code):
    (tmp_path / "ranks.csv").write_text("old")
    with process("evaluate", "badugi", "-o", tmp_path / "ranks.csv") as run:
        run.stdin.write(b"As2d3c4h\n" * 1000)
        run.stdin.flush()
        for _ in range(6000):
            parts = list(tmp_path.glob(".ranks.csv.*.part"))
            if parts and parts[0].stat().st_size > 1000:
                break
            time.sleep(0.01)
        else:
            pytest.fail("nothing was written")
        run.send_signal(number)
        assert run.wait(60) == code
        assert run.stderr.read() == b""
        assert run.stdout.read() == b""
    assert names_in(tmp_path) == ["ranks.csv"]
    assert (tmp_path / "ranks.csv").read_text() == "old"


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")


@FULL
@pytest.mark.parametrize("argv", [["evaluate", "badugi", "As"], ["equity", "badugi", "As2d3c4h", "KsKdKcKh"]])
def test_standard_output_may_be_full(argv):
    with Path("/dev/full").open("wb") as full, process(*argv, stdout=full) as run:
        assert run.stderr.read() == b"sokodugi: error: standard output: No space left on device\n"
        assert run.wait(60) == 2


@FULL
def test_a_device_may_be_full(cli):
    code, _, err = cli("evaluate", "badugi", "As", "-o", "/dev/full", "--format=txt")
    assert (code, err) == (2, "sokodugi: error: /dev/full: No space left on device\n")


@POSIX
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("evaluate badugi As >&-", "sokodugi: error: standard output is closed\n"),
        ("equity badugi As Ks --format csv >&-", "sokodugi: error: standard output is closed\n"),
        ("evaluate badugi - <&-", "sokodugi: error: standard input is closed\n"),
        ("evaluate badugi <&-", "sokodugi: error: standard input is closed\n"),
        ("evaluate badugi xx 2>&-", ""),
    ],
)
def test_closed_streams(command, message):
    run = subprocess.run(
        f'"{sys.executable}" -m sokodugi {command}', shell=True, capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stdout, run.stderr) == (2, "", message)


@POSIX
def test_a_file_needs_no_standard_output(tmp_path):
    command = f'"{sys.executable}" -m sokodugi evaluate badugi As2d3c4h -o ranks.txt <&- >&- 2>&-'
    assert subprocess.run(command, shell=True, cwd=tmp_path, timeout=60).returncode == 0
    assert (tmp_path / "ranks.txt").read_text() == "1\n"


def console(code=""):
    """Start the console command, after some code."""
    code = f"import sys\n{code}\nfrom _sokodugi_command import main\nsys.exit(main())"
    return [sys.executable, "-c", code, "evaluate", "badugi", "As2d3c4h"]


def test_an_unknown_simd_path_is_an_error_of_usage():
    run = subprocess.run(
        console(), env={**os.environ, "SOKODUGI_SIMD": "abacus"}, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("sokodugi: error: SIMD path 'abacus' is unknown")
    assert run.stderr.count("\n") == 1


@POSIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_loading(number, code):
    """Let the loading of NumPy be when the signal comes."""
    hook = f"""
import os
class Finder:
    def find_spec(name, path, target=None):
        if name == "numpy":
            os.kill(os.getpid(), {int(number)})
sys.meta_path.insert(0, Finder)
"""
    run = subprocess.run(console(hook), capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (code, "", "")


def test_a_slow_producer_is_answered_line_by_line():
    with process("evaluate", "badugi") as run:
        for hand, rank in zip(HANDS, RANKS, strict=True):
            run.stdin.write(hand.encode() + b"\n")
            run.stdin.flush()
            assert run.stdout.readline() == b"%d\n" % rank
        run.stdin.close()
        assert run.wait(60) == 0
        assert run.stderr.read() == b""


def read_terminal(leader, run):
    """Read what a process writes to a terminal until it ends."""
    found = b""
    while True:
        try:
            data = os.read(leader, 65536)
        except OSError:  # how Linux says that nobody holds the other end
            break
        if not data:
            break
        found += data
    run.wait(60)
    return found.decode().replace("\r\n", "\n")


@POSIX
def test_people_at_a_terminal_get_a_table():
    import pty

    leader, follower = pty.openpty()
    with process("evaluate", "soko", "JdTc9c9h8c", stdout=follower) as run:
        os.close(follower)
        shown = read_terminal(leader, run)
        assert run.stderr.read() == b""
    os.close(leader)
    assert run.returncode == 0
    assert shown == (
        "hand            plays           description                      rank  better than\n"
        f"Jd Tc 9c 9h 8c  Jd Tc 9c 9h 8c  four-straight J-high, kicker 9  {soko.evaluate('JdTc9c9h8c')}      "
        "87.00 %\n"
    )


@POSIX
def test_progress_is_shown_on_a_terminal(tmp_path):
    import pty
    import termios

    np.save(tmp_path / "hands.npy", many(600_000, 4)[0])
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    with process("evaluate", "badugi", "hands.npy", "-o", "r.npy", cwd=tmp_path, stderr=follower) as run:
        os.close(follower)
        shown = read_terminal(leader, run)
    os.close(leader)
    assert run.returncode == 0
    assert "B/s" in shown
    assert len(np.load(tmp_path / "r.npy")) == 600_000
