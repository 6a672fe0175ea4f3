"""The command ``sokodugi equity``."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sokodugi import badugi, soko
from sokodugi.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["equity", *args]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "badugi", "As2d3c", "Ac2h4d") == f"{badugi.equity(['As2d3c', 'Ac2h4d'])}\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    args = [
        "soko",
        "AsKs",
        "7h7d",
        "QcQh",
        "--dead",
        "2c2d",
        "--seed",
        "4",
        "--samples",
        "50000",
        "--format",
        "json",
    ]
    wanted = soko.equity(["AsKs", "7h7d", "QcQh"], dead="2c2d", seed=4, samples=50_000).to_dict()
    assert json.loads(run(capsys, *args)) == wanted
    assert json.loads(run(capsys, *args, "--threads", "3")) == wanted


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    head, *rows = csv.reader(
        run(capsys, "badugi", "As2d3c??", "A2**, <=8-7-6-5@0.5", "--format", "csv").splitlines()
    )
    assert head[:5] == ["hand", "equity", "win", "tie", "stderr"]
    assert head[5:] == ["four-card", "three-card", "two-card", "one-card", "deals", "exact", "seed"]
    assert [row[0] for row in rows] == ["As2d3c", "A2**, <=8-7-6-5@0.5"]
    assert sum(float(row[1]) for row in rows) == pytest.approx(1)
    assert {tuple(row[-2:]) for row in rows} == {("true", "")}


def test_sample_and_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert "exact" in run(capsys, "badugi", "As2d3c", "Ac2h4d", "--exact")
    assert "sampled: 1,000,000 deals, seed 2" in run(
        capsys, "badugi", "As2d3c", "Ac2h4d", "--sample", "--seed", "2"
    )
    assert "131,072 deals" in run(
        capsys, "badugi", "As2d3c", "Ac2h4d", "--sample", "--seed", "2", "--stderr", "0.01"
    )


def test_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["Jd Jc Tc 8c 9c", "As Ah 2d 3h 5c"]
    first = run(capsys, "soko", *hands).splitlines()[2]
    assert "100.0000 %" in first
    first = run(capsys, "soko", *hands, "--no-four-flush", "--no-four-straight").splitlines()[2]
    assert "100.0000 %" not in first


@pytest.mark.parametrize(
    ("name", "start"), [("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml"), ("chart.PDF", b"%PDF")]
)
def test_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    run(capsys, "badugi", "As2d3c", "Ac2h4d", "--plot", str(tmp_path / name))
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["soko", "AsKs", "As"], "players 1 and 2 both hold As"),
        (["soko", "AsAs", "Kd"], "'AsAs': As at position 2 stands twice"),
        (["soko", "As", "A+"], "found '+' at column 2"),
        (["soko", "As", "Kd", "--dead", "Kd"], "player 2: Kd is dead"),
        (["soko", "As"], "1 hands: 2 to 8 players"),
        (["soko", "As", "Kd", "--threads", "0"], "--threads is at least 1, not 0"),
        (["soko", "As", "Kd", "--plot", "chart.txt"], "chart.txt does not tell a kind of image"),
        (["soko", "As", "Kd", "--exact", "--samples", "5"], "samples and stderr are for sampling"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], args: list[str], text: str) -> None:
    assert main(["equity", *args]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("sokodugi: error: ")
    assert text in shown.err


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c(threads: str) -> None:
    """It ends with the code of an interrupt, and prints no half-done result."""
    command = [
        sys.executable,
        "-m",
        "sokodugi",
        "equity",
        "soko",
        "As",
        "Kd",
        "--sample",
        "--samples",
        "1000000000000",
    ]
    with subprocess.Popen(
        [*command, "--threads", threads], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
