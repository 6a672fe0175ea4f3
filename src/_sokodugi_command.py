"""The command ``sokodugi``, outside the package, which may fail or be stopped while it loads."""

import signal
import sys
from types import FrameType

__all__ = ["main"]


def main() -> int:
    """Run the command line; SIGTERM ends it as orderly as Ctrl-C does.

    Returns
    -------
    int
        The exit code: that of :func:`sokodugi.cli.main`; 2 if the package cannot be loaded as it is asked for
        in the environment; 130 after Ctrl-C; 143 after SIGTERM.
    """
    try:
        signal.signal(signal.SIGTERM, _terminate)
        from sokodugi.cli import main as run
    except KeyboardInterrupt:
        return 130
    except ValueError as error:  # what SOKODUGI_SIMD asks for
        print(f"sokodugi: error: {error}", file=sys.stderr)
        return 2
    return run()


def _terminate(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
