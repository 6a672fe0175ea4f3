"""What the subcommands share: games and house rules as options, errors, progress, files that appear whole."""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ..badugi import Badugi
from ..evaluator import Evaluator
from ..soko import Soko

__all__ = [
    "CommandError",
    "CommandParser",
    "Progress",
    "Subparsers",
    "add_game",
    "complain",
    "explain",
    "game_of",
    "game_or_none",
    "naming",
    "on_terminal",
    "open_output",
    "progress_bar",
]

Progress: TypeAlias = Callable[[int, "int | None"], None]
Subparsers: TypeAlias = "argparse._SubParsersAction[CommandParser]"

_GAMES: dict[str, type[Badugi] | type[Soko]] = {"badugi": Badugi, "soko": Soko}

_ENDS = {"choices": ("low", "high")}
_NO: dict[str, Any] = {"action": "store_const", "const": False}
_YES: dict[str, Any] = {"action": "store_const", "const": True}
_RULES: dict[str, dict[str, dict[str, Any]]] = {
    "badugi": {
        "--ace": {**_ENDS, "help": "whether the ace is the lowest or the highest card (default: low)"},
        "--best": {**_ENDS, "help": "whether the lowest or the highest hand wins (default: low)"},
    },
    "soko": {
        "--no-four-flush": {**_NO, "help": "a four-flush is no class of its own"},
        "--no-four-straight": {**_NO, "help": "a four-straight is no class of its own (New York stud)"},
        "--no-ace-low": {**_NO, "help": "A-2-3-4 is no four-straight"},
        "--open-ended": {**_YES, "help": "four-straights must be open at both ends"},
        "--no-paired": {**_NO, "help": "a four-flush or four-straight may not hold a pair"},
    },
}


class CommandError(Exception):
    """What the user asked for cannot be done; the text says why."""


def explain(error: Exception) -> str:
    """Return an error as a person reads it: what the system says of a file without numbers of errors."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return str(error)


def complain(text: object) -> None:
    """Print a message, if there is a standard error."""
    if sys.stderr is not None:
        print(f"sokodugi: {text}", file=sys.stderr)


@contextmanager
def naming(name: str, instead_of: str | None = None) -> Iterator[None]:
    """Let errors of the system that name no file, or one that only we know of, name this one."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, instead_of):
            error.filename = name
        raise


# ---- arguments ----


class CommandParser(argparse.ArgumentParser):
    """A parser that takes options before, between and after any number of arguments, and no abbreviations."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)
        self._mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, as ``parse_known_intermixed_args`` does, which itself calls this method."""
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            known, others = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False
        for other in others:
            if other.startswith("-"):
                close = get_close_matches(other.partition("=")[0], self._option_string_actions)
                advice = f"; did you mean {' or '.join(close)}?" if close else ""
                self.error(f"there is no option {other}{advice}")
        return known, others


def add_game(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the argument GAME and the house rules of all games."""
    parser.add_argument(
        "game",
        choices=sorted(_GAMES),
        metavar="GAME",
        nargs="?" if optional else None,
        help="badugi or soko",
    )
    for name, rules in _RULES.items():
        group = parser.add_argument_group(f"house rules of {name}")
        for option, settings in rules.items():
            group.add_argument(option, dest=_keyword(option), **settings)


def _keyword(option: str) -> str:
    return option.removeprefix("--").removeprefix("no-").replace("-", "_")


def game_of(args: argparse.Namespace) -> Evaluator:
    """Return the game with the house rules that were asked for."""
    game = game_or_none(args)
    assert game is not None, "GAME was not optional"
    return game


def game_or_none(args: argparse.Namespace) -> Evaluator | None:
    """Return the same, or None if GAME was optional and left out."""
    given = {}
    for name, rules in _RULES.items():
        for option in rules:
            value = getattr(args, _keyword(option))
            if value is not None and name != args.game:
                advice = f"not of {args.game}" if args.game else f"so name that game: {name}"
                raise CommandError(f"{option} is a house rule of {name}, {advice}")
            if value is not None:
                given[_keyword(option)] = value
    return _GAMES[args.game](**given) if args.game else None


# ---- terminals and files ----


def on_terminal(path: str | None) -> bool:
    """Tell whether output goes to a person: to standard output, and that is a terminal."""
    return path in (None, "-") and sys.stdout.isatty()


@contextmanager
def progress_bar(unit: str, *, scale: bool = False, hidden: bool = False) -> Iterator[Progress | None]:
    """Show a bar on standard error while something long runs, if that is a terminal.

    Yields what the library takes as ``progress``: a function of what is done and of the total.
    """
    if hidden or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit=unit, unit_scale=scale, unit_divisor=1024 if scale else 1000, leave=False) as bar:

        def show(done: int, total: int | None) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show


@contextmanager
def open_output(path: str | None) -> Iterator[BinaryIO]:
    """Open standard output, or a file that takes its name only when all is written.

    If anything goes wrong, and be it Ctrl-C, an older file of that name stays as it was. The new one gets its
    permissions.
    """
    if path in (None, "-"):
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(os.path.realpath(path))  # through symbolic links, so that the link stays one
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    if target.exists() and not target.is_file():  # a device or a named pipe
        with naming(path), target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    with naming(path, instead_of=str(part)):
        try:
            with part.open("xb") as file:
                if target.exists():
                    shutil.copymode(target, part)
                yield file
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
