"""What the tests of the fleet share: databases, processes, and an independent check of each database."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
FLEET = TESTS.parent.parent / "Examples" / "Fleet"
SCRIPTS = TESTS / "SQLScripts"
SQLSCRIPTS = os.environ["SQLSCRIPTS"]
ROWS = 20
# Nothing here waits longer. It takes a fraction of this even on a busy machine.
SECONDS = 300
# In the template. Each copy has its own number in its place.
MARK = b"owner-00000000"

# Swift's tests start programs with blocked signals, which all programs inherit.
signal.pthread_sigmask(signal.SIG_SETMASK, [])


class FleetCase(unittest.TestCase):
    """A test with a folder of databases, which ends everything that it starts."""

    def setUp(self) -> None:
        self.folder = create_folder()
        self.addCleanup(shutil.rmtree, self.folder)

    def start(self, *options: str) -> subprocess.Popen[str]:
        """Starts a fleet in a process group of its own, as a shell does."""
        command = [sys.executable, FLEET / "fleet.py", "--from-file", self.folder / "databases.txt"]
        command += ["--scripts", SCRIPTS, "--reports", self.folder / "reports", "--sqlscripts", SQLSCRIPTS]
        fleet = subprocess.Popen(
            [*command, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.addCleanup(self.end_all, fleet)
        return fleet

    def end_all(self, fleet: subprocess.Popen[str]) -> None:
        # Without it Dask's workers end by themselves.
        fleet.kill()
        for command in find_commands(self.folder):
            command.send(signal.SIGKILL)

    def finish(self, fleet: subprocess.Popen[str], status: int) -> dict[str, Any]:
        """Waits for the end of a fleet, and returns its summary."""
        output, errors = fleet.communicate(timeout=SECONDS)
        self.assertEqual(fleet.returncode, status, output + errors)
        return json.loads((self.folder / "reports" / "summary.json").read_text())


def create_folder() -> Path:
    """A folder in memory if that is possible: the speed of the disk does not matter here."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2**31
    return Path(tempfile.mkdtemp(prefix="sqlscripts fleet é ", dir=memory if roomy else None))


def rows(number: int, version: int) -> list[tuple[int, str, int]]:
    """The rows that database `number` has at a version."""
    cents = {1: lambda n: n, 2: lambda n: n * 3 + 1, 3: lambda n: (n * 3 + 1) * 5 + 2}[version]
    return [(row, f"owner-{number:08} {row}", cents(row)) for row in range(1, ROWS + 1)]


def create_databases(folder: Path, count: int) -> list[Path]:
    """Databases at version 1, whose rows differ. Also writes `databases.txt`."""
    template = folder / "template.sqlite"
    command = [SQLSCRIPTS, "migrate", template, "--to", "1", "--scripts", SCRIPTS]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with closing(sqlite3.connect(template)) as database, database:
        database.executemany("INSERT INTO account VALUES (?, ?, ?)", rows(0, 1))
    content = template.read_bytes()
    template.unlink()
    (folder / "databases").mkdir()
    paths = [folder / "databases" / f"{number:05}.sqlite" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(content.replace(MARK, b"owner-%08d" % number))
    (folder / "databases.txt").write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
    return paths


def lock(path: Path) -> sqlite3.Connection:
    """Takes the write lock of a database, until the connection is closed."""
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    return holder


def problems(path: Path, version: int = 3) -> list[str]:
    """Compares a database with what it must contain. Uses SQLite only, and none of our code."""
    found = []

    def expect(what: str, value: object, expected: object) -> None:
        if value != expected:
            found.append(f"{path.name}: {what}: {value!r}, expected {expected!r}")

    expect("journal", Path(f"{path}-journal").exists(), False)
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:

        def query(sql: str) -> list[tuple]:
            return database.execute(sql).fetchall()

        number = int(path.stem)
        expect("integrity", query("PRAGMA integrity_check"), [("ok",)])
        expect("version", query("SELECT * FROM db_version"), [(version,)])
        history = query("SELECT version FROM db_version_history ORDER BY rowid")
        expect("history", history, [(each,) for each in range(1, version + 1)])
        expect("rows", query("SELECT id, owner, cents FROM account ORDER BY id"), rows(number, version))
        if version == 3:
            expect("total", query("SELECT cents FROM total"), [(sum(row[2] for row in rows(number, 3)),)])
    return found


def all_problems(paths: Iterable[Path], version: int = 3) -> list[str]:
    """The problems of many databases."""
    return [problem for path in paths for problem in problems(path, version)]


def wait_for_shard(fleet: subprocess.Popen[str]) -> None:
    """Reads until a fleet says that a shard is done."""
    assert fleet.stderr
    lines = []
    for line in fleet.stderr:
        lines.append(line)
        if "is done" in line:
            return
    raise AssertionError("".join(lines))


class Process:
    """A running `sqlscripts` of a fleet. Linux only, because it reads /proc."""

    def __init__(self, identifier: int) -> None:
        self.identifier = identifier
        self.arguments = os.fsdecode(Path(f"/proc/{identifier}/cmdline").read_bytes()).split("\0")
        self.parent = int(self.status()[1])

    def status(self) -> list[str]:
        """Its state and what follows in /proc/N/stat. A process that is gone is a zombie."""
        try:
            return os.fsdecode(Path(f"/proc/{self.identifier}/stat").read_bytes()).rsplit(") ", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            return ["Z", "0"]

    @property
    def has_ended(self) -> bool:
        return self.status()[0] in "ZX"

    @property
    def shard(self) -> str:
        return self.arguments[self.arguments.index("--shard") + 1]

    def freeze(self) -> None:
        self.send(signal.SIGSTOP)
        wait_until(lambda: self.status()[0] in "TZX")

    def send(self, number: signal.Signals) -> None:
        try:
            os.kill(self.identifier, number)
        except ProcessLookupError:
            pass

    def output(self) -> Path | None:
        """The file that it writes to."""
        try:
            return Path(os.readlink(f"/proc/{self.identifier}/fd/1"))
        except FileNotFoundError:
            return None

    def open_files(self) -> list[str]:
        folder = Path(f"/proc/{self.identifier}/fd")
        try:
            return [os.readlink(file) for file in folder.iterdir()]
        except FileNotFoundError:
            return []


def wait_until(condition: Callable[[], bool]) -> None:
    """Gives the processor to others until a condition holds."""
    end = time.monotonic() + SECONDS
    while not condition():
        os.sched_yield()
        if time.monotonic() > end:
            raise TimeoutError("nothing happened")


def find_commands(folder: Path) -> list[Process]:
    """The running commands that migrate the databases of a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            process = Process(int(entry.name))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        arguments = process.arguments
        if arguments[0] == SQLSCRIPTS and str(folder / "databases.txt") in arguments and not process.has_ended:
            found.append(process)
    return found


def wait_for_command_at(database: Path, known: Iterable[Process] = ()) -> Process:
    """Waits for a command that has a database open, which somebody has locked, other than the known ones."""
    found: list[Process] = []
    identifiers = {process.identifier for process in known}

    def is_there() -> bool:
        found[:] = [
            command
            for command in find_commands(database.parent.parent)
            if command.identifier not in identifiers and str(database) in command.open_files()
        ]
        return bool(found)

    wait_until(is_there)
    return found[0]


def freeze_in_transaction(fleet: subprocess.Popen[Any], folder: Path) -> tuple[Process, Path, Path]:
    """Stops a command while it migrates: its database has a journal, and it has migrated others before.

    Returns the command, the journal and the report of its attempt.
    """
    while fleet.poll() is None:
        # The newest has the most left to do.
        for command in reversed(find_commands(folder)):
            report = command.output()
            while report and not command.has_ended:
                command.freeze()
                journals = [Path(name) for name in command.open_files() if name.endswith("-journal")]
                if journals and journals[0].stat().st_size and b'"outcome":"migrated"' in report.read_bytes():
                    return command, journals[0], report
                size = report.stat().st_size
                command.send(signal.SIGCONT)
                wait_until(lambda: command.has_ended or report.stat().st_size > size)
    raise AssertionError("the fleet ended before a command was frozen in a transaction")
