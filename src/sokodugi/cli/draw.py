"""``sokodugi draw``: what to throw, and what each way to draw is worth."""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from ..badugi import Badugi
from ..draw import DrawPolicy
from ..errors import SokodugiError
from ..inputs import show
from ..ranges import Range
from .common import CommandError, Subparsers, progress_bar

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "draw",
        help="compare all ways to draw a Badugi hand",
        description="Compare all ways to draw a Badugi hand: cards kept, share of the pot, how much it is "
        "behind the best way, and the chance to end with a badugi. Ways that tie have the same number.",
        epilog="Without --opponent the answer is exact in a model that knows of the opponents only how a "
        "random hand ends. With it, the same deals are played in each way, all drawing from one deck. "
        "A POLICY is optimal, pat, best_subset, keep_low:9,10,11 (a limit for each draw), or a file that "
        "DrawPolicy.save() wrote.",
    )
    parser.add_argument("hand", metavar="HAND", help="four cards, such as As2d3cKh")
    parser.add_argument("--draws", type=int, default=3, metavar="N", help="draws left, 1 to 4 (default: 3)")
    parser.add_argument("--opponents", type=int, metavar="N", help="1 to 7 random hands (default: 1)")
    parser.add_argument(
        "--opponent",
        action="append",
        metavar="HAND",
        help="what is known of an opponent's hand: cards, ?? for unknown ones, or a range; once for each",
    )
    parser.add_argument("--policy", metavar="POLICY", help="how the opponents draw (default: optimal)")
    parser.add_argument("--dead", metavar="CARDS", help="cards that nobody can get")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    sampling = parser.add_argument_group("sampling")
    sampling.add_argument("--samples", type=int, metavar="N", help="deals (default: 1,000,000)")
    sampling.add_argument(
        "--stderr", type=float, metavar="X", help="go on until the error of each difference is at most this"
    )
    sampling.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same answer")
    sampling.add_argument("--threads", type=int, default=1, metavar="N", help="default: 1")
    rules = parser.add_argument_group("house rules")
    rules.add_argument("--ace", choices=("low", "high"), default="low", help="default: low")
    rules.add_argument(
        "--best", choices=("low", "high"), default="low", help="which hand wins (default: low)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    game = Badugi(ace=args.ace, best=args.best)
    if args.opponent and args.opponents is not None:
        raise CommandError("--opponents is their number, --opponent a hand: give one of them")
    if args.threads < 1:
        raise CommandError(f"--threads is at least 1, not {args.threads}")
    opponents: Any = 1 if args.opponents is None else args.opponents
    if args.opponent:
        opponents = [_hand(text, game) for text in args.opponent]
    pool = ThreadPoolExecutor(args.threads) if args.threads > 1 else nullcontext()
    with pool as executor, progress_bar("deal", scale=False) as progress:
        advice = game.advise(
            args.hand,
            args.draws,
            opponents=opponents,
            policies=None if args.policy is None else _policy(args.policy, game, args.draws),
            dead=args.dead,
            samples=args.samples,
            stderr=args.stderr,
            seed=args.seed,
            executor=executor,
            progress=progress,
        )
    print(json.dumps(advice.to_dict(), indent=2) if args.format == "json" else advice)
    return 0


def _hand(text: str, game: Badugi) -> str | Range:
    """Read cards, or else a range."""
    try:
        game.equity([text, ""], samples=1, method="sample", seed=0)
        return text
    except SokodugiError:
        return Range.parse(text, game)


def _policy(text: str, game: Badugi, draws: int) -> DrawPolicy:
    """Read the name of a policy, or a file."""
    name, _, limits = text.partition(":")
    if name == "keep_low":
        try:
            return DrawPolicy.keep_low([int(limit) for limit in limits.split(",")], game=game)
        except ValueError as error:
            raise CommandError(f"{show(text)}: {error}") from None
    if text == "optimal":
        return DrawPolicy.optimal(max(draws, 3), game=game)
    if text == "pat":
        return DrawPolicy.pat(game=game)
    if text == "best_subset":
        return DrawPolicy.best_subset(game=game)
    if not Path(text).exists():
        raise CommandError(f"{show(text)} is neither a policy nor a file: see sokodugi draw --help")
    return DrawPolicy.load(text)
