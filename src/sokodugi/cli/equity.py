"""``sokodugi equity``: who wins how often."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from .. import cards
from ..errors import CardError, DuplicateCardError, MissingExtraError
from ..evaluator import Evaluator
from ..game import Game
from ..ranges import Range
from ..result import Equity
from .common import CommandError, Subparsers, add_game, game_of, open_output, progress_bar

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "equity",
        help="who wins how often",
        description="Compute who wins how often if all missing cards are dealt at random: exactly between "
        "two players, and between more if that takes about a second; otherwise by sampling.",
        epilog="A HAND is what is known of one: cards, such as As2d3c, where ?? stands for an unknown card "
        "and '' for a hand of which nothing is known; or a range, such as '[A-5]w*w, 23'.",
    )
    add_game(parser)
    parser.add_argument("hands", nargs="+", metavar="HAND", help="2 to 8 hands or ranges")
    parser.add_argument("--dead", metavar="CARDS", help="cards that nobody can get")
    method = parser.add_mutually_exclusive_group()
    method.add_argument("--exact", action="store_true", help="count all deals, however long it takes")
    method.add_argument("--sample", action="store_true", help="sample, even if all deals could be counted")
    sampling = parser.add_argument_group("sampling")
    sampling.add_argument("--samples", type=int, metavar="N", help="deals (default: 1,000,000)")
    sampling.add_argument(
        "--stderr",
        type=float,
        metavar="X",
        help="go on until the error of each equity is at most X, as 0.0005",
    )
    sampling.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same answer")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--format", choices=tuple(_WRITERS), default="table", help="default: table")
    parser.add_argument("--plot", metavar="FILE", help="draw a chart: .png, .svg or .pdf")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    game = game_of(args)
    assert isinstance(game, Game)
    if args.threads < 1:
        raise CommandError(f"--threads is at least 1, not {args.threads}")
    kind = None if args.plot is None else _kind_of_plot(args.plot)
    hands = [_read(text, game) for text in args.hands]
    pool = ThreadPoolExecutor(args.threads) if args.threads > 1 else nullcontext()
    with pool as executor, progress_bar(" deals") as progress:
        result = game.equity(
            hands,
            dead=args.dead,
            method="exact" if args.exact else "sample" if args.sample else "auto",
            samples=args.samples,
            stderr=args.stderr,
            seed=args.seed,
            executor=executor,
            progress=progress,
        )
    called = [
        text if isinstance(hand, Range) else name
        for text, hand, name in zip(args.hands, hands, result.names, strict=True)
    ]
    result = replace(result, names=tuple(called))
    _WRITERS[args.format](result)
    if args.plot is not None:
        with open_output(args.plot) as file:
            result.plot().savefig(file, format=kind)
    return 0


def _read(text: str, game: Evaluator) -> str | Range:
    """Read cards, or else a range."""
    try:
        cards.parse(text.replace("??", " "))
    except DuplicateCardError:
        raise
    except CardError:
        return Range.parse(text, game)
    return text


def _kind_of_plot(path: str) -> str:
    """Return the format of an image by its name, before any work is done for it."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise MissingExtraError.for_extra("matplotlib", "plot") from None
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in FigureCanvasBase.get_supported_filetypes():
        raise CommandError(f"the name {path} does not tell a kind of image: take .png, .svg or .pdf")
    return kind


def _write_csv(result: Equity) -> None:
    """Write a row for each player."""
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(
        ["hand", "equity", "win", "tie", "stderr", *result.game.categories, "deals", "exact", "seed"]
    )
    seed = "" if result.seed is None else result.seed
    columns = zip(
        result.names, result.equity, result.win, result.tie, result.stderr, result.categories, strict=True
    )
    for name, equity, win, tie, stderr, ends in columns:
        table.writerow([name, equity, win, tie, stderr, *ends, result.deals, str(result.exact).lower(), seed])


def _write_json(result: Equity) -> None:
    print(json.dumps(result.to_dict(), indent=2))


_WRITERS: dict[str, Callable[[Equity], None]] = {"table": print, "json": _write_json, "csv": _write_csv}
