"""gpubench from Python: the program, and results files as pandas frames.

    import gpubench_tuner as gpubench
    gpubench.run("--suite", "reduction", "--out", "results.json")
    rows = gpubench.read("results.json")
    rows[rows.best][["problem", "median_ns"]]
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, List, NoReturn, Union

if TYPE_CHECKING:
    import pandas

__all__ = ["Failed", "main", "output", "program", "read", "run"]

Word = Union[str, int, float, "os.PathLike[str]"]

BUNDLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "gpubench")


class Failed(RuntimeError):
    """gpubench failed: `status` is its exit status, with the numbers of a shell (128 + signal)."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def program() -> str:
    """The path of the program that run, output and read call: $GPUBENCH, or the one in the wheel."""
    return os.environ.get("GPUBENCH") or BUNDLED


def run(*arguments: Word) -> int:
    """Runs gpubench; it prints to Python's standard output and standard error.

    Returns 0, 1 (a bench without a correct configuration, or something slower) or 4 (merge: parts are missing).
    Raises Failed for other statuses, and KeyboardInterrupt after an interrupt, when the program has saved its rows.
    """
    with subprocess.Popen(_command(arguments)) as process:
        while True:
            try:
                status = process.wait()
                break
            except KeyboardInterrupt:  # the program also receives it, and saves its results; a second one stops it
                pass
    return _checked(status, (0, 1, 4), "")


def output(*arguments: Word) -> str:
    """Runs gpubench and returns what it prints. Raises Failed, with its error message, unless its exit status is 0."""
    done = subprocess.run(_command(arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    _checked(done.returncode, (0,), done.stderr)
    return done.stdout


def read(*files: "Union[str, os.PathLike[str]]") -> "pandas.DataFrame":
    """Reads rows of results files, also of compressed ones and journals.

    A row per configuration or reference, including those that failed. Columns are those of `gpubench export --to csv`:
    file, row, device, backend, suite, bench, size, problem, seed, settings.NAME, config.NAME, reference, status, best,
    median_ns, ci95_ns.0, ci95_ns.1, bytes_per_second ...; times in ns. Unknown values are NaN; parameters are integers
    (Int64) or words. Raises Failed if a file is no results file, ImportError without pandas.
    """
    if not files:
        raise TypeError("read() takes at least one results file")
    try:
        import pandas
    except ImportError as error:
        raise ImportError("gpubench_tuner.read() needs pandas: pip install 'gpubench-tuner[pandas]'") from error
    text = io.StringIO(output("export", "--to", "csv", *files))
    # Only an empty cell is a missing value: a parameter's word may be "none" or "null". Numbers are exact.
    frame = pandas.read_csv(text, keep_default_na=False, na_values=[""], float_precision="round_trip", low_memory=False)
    for name in frame.columns:
        if name.startswith("config."):  # a missing value in one row must not convert the others to real numbers
            frame[name] = frame[name].convert_dtypes()
    return frame


def main() -> NoReturn:
    """The command `gpubench`: replaces this process by the program."""
    os.execv(BUNDLED, ["gpubench", *sys.argv[1:]])  # not $GPUBENCH, which may be this command


def _command(arguments: "tuple[Word, ...]") -> List[str]:
    return [program(), *(os.fspath(word) if isinstance(word, os.PathLike) else str(word) for word in arguments)]


def _checked(status: int, good: "tuple[int, ...]", errors: str) -> int:
    if status < 0:  # a signal, for Popen
        status = 128 - status
    if status == 128 + signal.SIGINT:
        raise KeyboardInterrupt
    if status not in good:
        raise Failed(status, errors.strip() or f"gpubench ended with status {status}")
    return status
