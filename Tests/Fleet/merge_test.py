"""How the lines of several attempts become one report."""

import contextlib
import io
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "Examples" / "Fleet"))

from merge import read_list, write_report  # noqa: E402


def line(database: str, outcome: str, **more: object) -> bytes:
    error = None if outcome in ("migrated", "adopted", "current") else {"message": f"{database} is {outcome}"}
    milliseconds = None if error else 1.5
    content = {"database": database, "outcome": outcome, "milliseconds": milliseconds, "error": error} | more
    return json.dumps(content).encode() + b"\n"


class MergeTest(unittest.TestCase):
    def setUp(self) -> None:
        self.reports = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.reports)

    def write(self, attempt: str, *lines: bytes) -> None:
        (self.reports / f"shard-{attempt}.jsonl").write_bytes(b"".join(lines))

    def merge(self, *databases: str) -> tuple[int, dict[str, str], dict[str, Any]]:
        """The exit status, the outcomes and the summary."""
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            status = write_report(list(databases), self.reports)
        if status == 2:
            return status, {}, {}
        text = (self.reports / "report.jsonl").read_text(encoding="utf-8")
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([line["database"] for line in lines], list(databases))
        outcomes = {line["database"]: line["outcome"] for line in lines}
        return status, outcomes, json.loads((self.reports / "summary.json").read_text(encoding="utf-8"))

    def test_no_attempt(self) -> None:
        status, outcomes, summary = self.merge("/a", "/b")
        self.assertEqual((status, outcomes), (1, {"/a": "missing", "/b": "missing"}))
        self.assertEqual(len(summary["failures"]), 2)

    def test_no_database(self) -> None:
        self.write("1-of-1.attempt-1")
        self.assertEqual(self.merge()[:2], (0, {}))

    def test_a_line_that_was_cut_at_any_byte(self) -> None:
        whole = line("/b", "migrated", note="ä")
        for length in range(len(whole)):
            self.write("1-of-1.attempt-1", line("/a", "migrated"), whole[:length])
            status, outcomes, summary = self.merge("/a", "/b")
            self.assertEqual((status, outcomes), (1, {"/a": "migrated", "/b": "missing"}))
            self.assertEqual(summary["damagedLines"], 0 if length == 0 else 1)

    def test_bytes_that_nobody_wrote(self) -> None:
        self.write("1-of-1.attempt-1", line("/a", "migrated"), b"\0" * 512, b"\xff\n", b"7\n", b"\n")
        self.write("1-of-1.attempt-2", line("/a", "current"))
        status, outcomes, summary = self.merge("/a")
        self.assertEqual((status, outcomes, summary["damagedLines"]), (0, {"/a": "migrated"}, 3))

    def test_the_last_line_counts(self) -> None:
        self.write("1-of-1.attempt-2", line("/a", "migrated"), line("/b", "stopped"), line("/c", "current"))
        self.write("1-of-1.attempt-1", line("/a", "stopped"), line("/b", "migrated"), line("/c", "refused"))
        status, outcomes, summary = self.merge("/a", "/b", "/c")
        self.assertEqual((status, outcomes), (1, {"/a": "migrated", "/b": "stopped", "/c": "current"}))
        self.assertEqual(summary["failures"], [{"database": "/b", "outcome": "stopped", "reason": "/b is stopped"}])

    def test_attempt_10_is_after_attempt_9(self) -> None:
        self.write("1-of-1.attempt-10", line("/a", "migrated"))
        self.write("1-of-1.attempt-9", line("/a", "stopped"))
        self.assertEqual(self.merge("/a")[:2], (0, {"/a": "migrated"}))

    def test_a_current_database_keeps_the_line_of_its_migration(self) -> None:
        self.write("2-of-2.attempt-1", line("/a", "migrated"), line("/b", "adopted"))
        self.write("2-of-2.attempt-2", line("/a", "current"), line("/b", "current"), line("/c", "current"))
        status, outcomes, summary = self.merge("/a", "/b", "/c")
        self.assertEqual((status, outcomes), (0, {"/a": "migrated", "/b": "adopted", "/c": "current"}))
        self.assertEqual(summary["totals"], {"migrated": 1, "adopted": 1, "current": 1})

    def test_a_shard_that_could_not_run(self) -> None:
        self.write("1-of-2.attempt-1", line("/a", "migrated"))
        self.write("2-of-2.attempt-1", b'{"schema":2,"error":{"message":"there is no folder"}}\n')
        status, outcomes, summary = self.merge("/a", "/b")
        self.assertEqual((status, outcomes["/b"], summary["errors"]), (1, "missing", ["there is no folder"]))
        self.write("2-of-2.attempt-2", line("/b", "migrated"))
        status, outcomes, summary = self.merge("/a", "/b")
        self.assertEqual((status, outcomes["/b"], summary["errors"]), (0, "migrated", []))

    def test_different_numbers_of_shards(self) -> None:
        self.write("1-of-2.attempt-1", line("/a", "migrated"))
        self.write("1-of-3.attempt-1", line("/a", "stopped"))
        self.assertEqual(self.merge("/a")[0], 2)

    def test_other_files_are_ignored(self) -> None:
        self.write("1-of-1.attempt-1", line("/a", "migrated"))
        self.write("1-of-1.attempt-1.old", line("/a", "stopped"))
        self.write("x", b"not ours")
        self.assertEqual(self.merge("/a")[:2], (0, {"/a": "migrated"}))

    def test_lists(self) -> None:
        path = self.reports / "list"
        for content, expected in {
            b"": [],
            b"/a\n\n/b c\n/a": ["/a", "/b c"],
            b"/a\n/b\0/c\0": ["/a\n/b", "/c"],
            b"/\xff\n": ["/\U0010ffff"],
        }.items():
            path.write_bytes(content)
            self.assertEqual(read_list(path), expected)


if __name__ == "__main__":
    unittest.main()
