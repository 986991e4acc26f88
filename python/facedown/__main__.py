"""The command line: `python -m facedown ARGUMENTS` is the program `facedown`."""

import signal
import sys
import threading
from collections.abc import Sequence

from facedown import _native
from facedown._output import shown

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, by default with the arguments of the process.

    Returns the exit status: 0 done, 1 the answer is no, 2 bad input. The command line reads and
    writes the process's own standard streams, not Python's objects for them.

    Raises `TypeError` if an argument is not a text.
    """
    if isinstance(arguments, str):
        raise TypeError(f"arguments is the text {shown(arguments)}: expected a list of texts")
    given = list(sys.argv[1:] if arguments is None else arguments)
    for argument in given:
        if not isinstance(argument, str):
            raise TypeError(
                f"argument {shown(argument)} is a {type(argument).__name__}: expected str"
            )
    if sys.stdout is not None:
        sys.stdout.flush()
    if threading.current_thread() is not threading.main_thread():
        return _native.command_line(["facedown", *given])
    # Python's own handler only sets a flag, which native code would not see: Ctrl-C ends the
    # program, unless a command installs a handler of its own.
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _native.command_line(["facedown", *given])
    finally:
        signal.signal(signal.SIGINT, handler)


if __name__ == "__main__":
    sys.exit(main())
