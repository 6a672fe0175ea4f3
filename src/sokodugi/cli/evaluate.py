"""``sokodugi evaluate``: rank hands given as arguments or in files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ..evaluator import Evaluator
from .common import (
    CommandError,
    Progress,
    Subparsers,
    add_game,
    complain,
    game_of,
    on_terminal,
    open_output,
    progress_bar,
)
from .reading import Batch, Source, sources
from .writing import WRITERS

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "evaluate",
        help="rank hands",
        description="Rank hands; 1 is the best rank.",
        epilog="An argument that reads as cards is a hand, any other one names a file. In a text file each "
        "line is a hand; blank lines and those that begin with # are skipped. 'Better than' is the share of "
        "all hands of as many cards that are worse, not counting those of the same rank.",
    )
    add_game(parser)
    parser.add_argument(
        "hands",
        nargs="*",
        default=[],
        metavar="FILE|HAND",
        help="hands, such as As2d3c4h; files of hands: text, .csv, or .npy of ids (N, n) or masks (N,); "
        "- for standard input, the default",
    )
    reading = parser.add_argument_group("reading")
    reading.add_argument(
        "--input", choices=("text", "csv", "npy"), help="what the files hold; by default their names tell"
    )
    reading.add_argument(
        "--column",
        metavar="NAME|NUMBER",
        help="column of a CSV file that holds the hand: its name in the header, or its number, from 1, where "
        "there is no header; by default the column named hand, or else all fields of a line together",
    )
    reading.add_argument(
        "--delimiter", metavar="CHAR", default=",", help="what separates CSV fields (default: ,)"
    )
    reading.add_argument(
        "--invalid",
        choices=("stop", "mark"),
        default="stop",
        help="what to do about a line that is no hand: stop with exit code 2 (default), or give it an empty "
        "rank (0 in .npy) and count it",
    )
    writing = parser.add_argument_group("writing")
    writing.add_argument("-o", "--output", metavar="FILE", help="write to a file: .csv, .txt, .jsonl or .npy")
    writing.add_argument(
        "--format",
        choices=tuple(WRITERS),
        help="by default that of the name of FILE, a table on a terminal, and txt, a rank a line, elsewhere",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    game, inputs = game_of(args), _inputs(args)
    make_writer = WRITERS[args.format or _format_of(args.output)]
    n_hands = n_invalid = 0
    first_error: CommandError | None = None
    with (
        progress_bar("B", scale=True, hidden=on_terminal(args.output)) as progress,
        open_output(args.output) as file,
    ):
        writer = make_writer(file, game)
        for batch in _batches(inputs, game, progress):
            ranks = batch.ranks(game)
            n_bad = len(ranks) - int(np.count_nonzero(ranks))
            if n_bad:
                first_bad = int(np.argmin(ranks))
                if args.invalid == "stop":
                    writer.write(batch.until(first_bad), ranks[:first_bad])
                    raise batch.error(first_bad, game)
                first_error = first_error or batch.error(first_bad, game)
            writer.write(batch, ranks)
            file.flush()
            n_hands, n_invalid = n_hands + len(ranks), n_invalid + n_bad
        writer.close()
    if first_error:
        counts = f"{n_invalid:,} of {n_hands:,} are no hands"
        complain(f"{counts}; the first: {first_error}")
    return 0


def _inputs(args: argparse.Namespace) -> list[Source]:
    if args.column is not None and args.input not in (None, "csv"):
        raise CommandError(f"--column is for CSV, not for {args.input}")
    if len(args.delimiter) != 1:
        raise CommandError(f"--delimiter is one character, not {args.delimiter!r}")
    if not args.hands and sys.stdin is not None and sys.stdin.isatty():
        raise CommandError("no hands: give some, or a file of them, or - to type them")
    return sources(args.hands or ["-"], args.input, args.column, args.delimiter)


def _batches(inputs: list[Source], game: Evaluator, progress: Progress | None) -> Iterator[Batch]:
    """Yield the hands of all sources, and report progress in bytes when they have been dealt with."""
    sizes = [source.size for source in inputs]
    total = None if None in sizes else sum(filter(None, sizes))
    before = 0
    for source in inputs:
        for batch, done in source.batches(game):
            yield batch
            if progress is not None:
                progress(before + done, total)
        before += source.size or 0


def _format_of(output: str | None) -> str:
    if output is None or output == "-":
        return "table" if on_terminal(output) else "txt"
    suffix = Path(output).suffix.lower().removeprefix(".")
    if suffix not in WRITERS or suffix == "table":
        raise CommandError(f"the name {output} does not tell a format (csv, txt, jsonl, npy): say --format")
    return suffix
