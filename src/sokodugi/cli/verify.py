"""``sokodugi verify``: prove the kernels of this machine against the rules in plain Python."""

from __future__ import annotations

import argparse

from ..proof import verify
from .common import Subparsers, add_game, game_or_none, progress_bar

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "verify",
        help="prove the installed kernels",
        description="Prove that every SIMD path of this machine ranks every hand as the rules in plain "
        "Python do. The exit code is 1 if a hand is ranked differently.",
    )
    add_game(parser, optional=True)
    parser.add_argument("--all-rules", action="store_true", help="every combination of house rules")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="let the plain rules rank one of all hands that differ only in the names of the suits",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    game = game_or_none(args)
    with progress_bar("step") as progress:
        result = verify(game, all_rules=args.all_rules, quick=args.quick, progress=progress)
    print(result)
    return 0 if result else 1
