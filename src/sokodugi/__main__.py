"""``python -m sokodugi``: the command line."""

import sys

from _sokodugi_command import main

if __name__ == "__main__":
    sys.exit(main())
