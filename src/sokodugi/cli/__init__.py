"""The command line: one module a subcommand, each with ``add_parser(subparsers)`` and ``run(args)``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .._build import build_info
from ..errors import SokodugiError
from . import draw, equity, evaluate, verify
from .common import CommandError, CommandParser, complain, explain, naming

__all__ = ["main"]

COMMANDS = (evaluate, equity, draw, verify)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments, without the name of the program; by default those of the process.

    Returns
    -------
    int
        The exit code: 0; 1 if a proof failed; 2 for bad usage or input; 130 after Ctrl-C; 141 if nobody reads
        the output any more.
    """
    try:
        with naming("standard output"):
            return _run(argv)
    except BrokenPipeError:
        return 141
    except KeyboardInterrupt:
        return 130
    except (CommandError, SokodugiError, OSError) as error:
        complain(f"error: {explain(error)}")
        return 2


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        if sys.stdout is None and getattr(args, "output", None) in (None, "-"):
            raise CommandError("standard output is closed")
        code: int = args.run(args)
        return code
    finally:
        _flush()


def _flush() -> None:
    """Write what is left to standard output, or let it go, so that the interpreter does not trip over it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _parser() -> argparse.ArgumentParser:
    build = build_info()
    parser = argparse.ArgumentParser(
        prog="sokodugi", description="Rank Badugi and Soko hands.", allow_abbrev=False
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"sokodugi {build['version']} ({build['simd']}, {build['compiler']})",
    )
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=CommandParser
    )
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser
