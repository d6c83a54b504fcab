#!/usr/bin/env python3
"""Measures the figures of Documentation/Fleets.md.

    SQLSCRIPTS=$(Tools/standalone) .build-fleet/bin/python Tests/Fleet/measure.py /data --databases 10000

Migrates new databases for each line of its table. The folder decides which disk is measured.
"""

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from support import FLEET, SCRIPTS, SQLSCRIPTS, create_databases, freeze_in_transaction

Meanwhile = Callable[[subprocess.Popen[bytes], Path], None]


def kill_worker(fleet: subprocess.Popen[bytes], folder: Path) -> None:
    command, _, _ = freeze_in_transaction(fleet, folder)
    os.kill(command.parent, signal.SIGKILL)
    command.send(signal.SIGKILL)


@contextmanager
def databases(parent: Path, count: int) -> Iterator[Path]:
    """A folder with new databases."""
    folder = Path(tempfile.mkdtemp(dir=parent))
    create_databases(folder, count)
    # Dirty pages of the new files would be written while we measure.
    os.sync()
    yield folder
    shutil.rmtree(folder)


def measure(name: str, folder: Path, count: int, command: list[str | Path], meanwhile: Meanwhile | None = None) -> None:
    """Runs a command, and prints a line of the table."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    with open(folder / "output", "wb") as output, open(folder / "errors", "wb") as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        if meanwhile:
            meanwhile(process, folder)
        if process.wait() != 0:
            sys.exit((folder / "errors").read_text())
    seconds = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    print(f"| {name} | {seconds:.1f} | {count / seconds:.0f} | {processor:.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how fast databases are migrated.")
    parser.add_argument("folder", type=Path, help="where to create the databases")
    parser.add_argument("--databases", type=int, default=10_000, help="how many for each line (default: 10000)")
    arguments = parser.parse_args()
    count = arguments.databases
    print("| command | s | databases/s | CPU s |\n|---|---:|---:|---:|")
    one: list[str | Path] = [SQLSCRIPTS, "migrate", "--format", "jsonl", "--scripts", SCRIPTS]
    dask: list[str | Path] = [sys.executable, FLEET / "fleet.py", "--shards", "16", "--scripts", SCRIPTS]
    dask += ["--sqlscripts", SQLSCRIPTS]
    for options in ([], ["--jobs", "2"], ["--jobs", "8"]):
        with databases(arguments.folder, count) as folder:
            command = [*one, *options, "--from-file", folder / "databases.txt"]
            name = " ".join(["sqlscripts migrate", *options])
            measure(f"`{name}`", folder, count, command)
            if not options:
                measure(f"`{name}`, again", folder, count, command)
    for options, meanwhile in (
        (["--workers", "4"], None),
        (["--workers", "4"], kill_worker),
        (["--workers", "4", "--", "--jobs", "4"], None),
    ):
        with databases(arguments.folder, count) as folder:
            command = [*dask, "--from-file", folder / "databases.txt", "--reports", folder / "reports", *options]
            name = " ".join(["fleet.py", *options])
            measure(f"`{name}`, one killed" if meanwhile else f"`{name}`", folder, count, command, meanwhile)


if __name__ == "__main__":
    main()
