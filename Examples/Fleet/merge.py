#!/usr/bin/env python3
"""Merges the JSON lines of all attempts of a fleet into one report.

    merge.py --from-file databases.txt --reports reports

Reads REPORTS/shard-K-of-N.attempt-M.jsonl, where each attempt wrote what `sqlscripts migrate --format jsonl` printed.
Prints a summary, and writes two files:

* REPORTS/report.jsonl has one line for each database of the list, in the order of the list.
* REPORTS/summary.json has the totals, and each failure with its reason.

Exit status: 0 if every database is migrated; 1 if one is not, or has no report; 2 if the reports cannot be merged.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

Line = dict[str, Any]

# The outcome of a database without a line. The others are in Schemas/output.schema.json, at “migrateLine”.
MISSING = "missing"
FINE = {"migrated", "adopted", "current"}
# A name that is not UTF-8 has these characters in JSON: U+10FF80 for the byte 0x80, up to U+10FFFF for 0xFF.
STAND_INS = {0xDC00 + byte: 0x10FF00 + byte for byte in range(0x80, 0x100)}


class Attempt(NamedTuple):
    """One attempt at one shard. A shard has several if a worker died, or if the fleet was started again."""

    shard: int
    count: int
    number: int
    path: Path


class Merged(NamedTuple):
    # One line for each database that has one.
    lines: dict[str, Line]
    # Messages of shards that could not run at all.
    errors: list[str]
    # Lines that cannot be read, because their attempt was killed.
    damaged: int


def read_list(path: Path) -> list[str]:
    """The databases of a list: one path per line, or separated by NUL as `find -print0` writes them."""
    data = path.read_bytes()
    separator = b"\0" if b"\0" in data else b"\n"
    names = [name.decode("utf-8", "surrogateescape").translate(STAND_INS) for name in data.split(separator) if name]
    return list(dict.fromkeys(names))


def find_attempts(reports: Path) -> list[Attempt]:
    """All attempts, oldest first within each shard."""
    attempts = []
    for path in reports.glob("shard-*.jsonl"):
        if match := re.fullmatch(r"shard-(\d+)-of-(\d+)\.attempt-(\d+)\.jsonl", path.name):
            shard, count, number = map(int, match.groups())
            attempts.append(Attempt(shard, count, number, path))
    return sorted(attempts)


def read_lines(path: Path) -> tuple[list[Line], int]:
    """The lines of an attempt, and the number of damaged lines.

    A killed process leaves the start of a line. After a power cut, there may also be bytes that nobody wrote.
    """
    lines, damaged = [], 0
    for text in path.read_bytes().splitlines(keepends=True):
        try:
            line = json.loads(text) if text.endswith(b"\n") else None
        except ValueError:
            line = None
        if isinstance(line, dict):
            lines.append(line)
        else:
            damaged += 1
    return lines, damaged


def merge(attempts: list[Attempt]) -> Merged:
    """Keeps one line for each database: its last one.

    But if an attempt was killed after it had migrated a database, the next attempt finds it current. Then the line
    that says how the database was migrated stays.
    """
    merged: dict[str, Line] = {}
    errors: dict[int, list[str]] = {}
    damaged = 0
    for attempt in attempts:
        lines, count = read_lines(attempt.path)
        damaged += count
        # If a shard could not run at all, only its last attempt matters.
        errors[attempt.shard] = [line["error"]["message"] for line in lines if "database" not in line]
        for line in lines:
            if "database" not in line:
                continue
            earlier = merged.get(line["database"])
            if line["outcome"] == "current" and earlier and earlier["outcome"] in FINE:
                continue
            merged[line["database"]] = line | {"attempt": attempt.path.name}
    return Merged(merged, [message for messages in errors.values() for message in messages], damaged)


def write_report(databases: list[str], reports: Path) -> int:
    """Writes the report of these databases, prints its summary, and returns the exit status."""
    attempts = find_attempts(reports)
    if len({attempt.count for attempt in attempts}) > 1:
        print(f"error: “{reports}” has reports of different numbers of shards", file=sys.stderr)
        return 2
    merged = merge(attempts)
    nothing = {"outcome": MISSING, "error": {"message": "no attempt reported it"}}
    lines = [merged.lines.get(path) or {"database": path} | nothing for path in databases]
    with open(reports / "report.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)

    totals = Counter(line["outcome"] for line in lines)
    failures = [
        {"database": line["database"], "outcome": line["outcome"], "reason": line["error"]["message"]}
        for line in lines
        if line["outcome"] not in FINE
    ]
    timed = [line for line in lines if line.get("milliseconds") is not None]
    slowest = sorted(timed, key=lambda line: line["milliseconds"], reverse=True)[:10]
    summary = {
        "databases": len(lines),
        "totals": dict(totals),
        "shards": len({attempt.shard for attempt in attempts}),
        "attempts": len(attempts),
        "damagedLines": merged.damaged,
        "slowest": [{key: line[key] for key in ("database", "milliseconds")} for line in slowest],
        "failures": failures,
        "errors": sorted(set(merged.errors)),
    }
    (reports / "summary.json").write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")

    counts = ", ".join(f"{count} {outcome}" for outcome, count in totals.most_common())
    print(f"{len(lines)} databases: {counts}")
    print(f"{summary['shards']} shards, {len(attempts)} attempts, {merged.damaged} damaged lines")
    if slowest:
        print(f"slowest: {slowest[0]['milliseconds']:.0f} ms, {slowest[0]['database']}")
    for message in summary["errors"]:
        print(f"error: {message}")
    for failure in failures[:20]:
        print(f"{failure['outcome']}: {failure['database']}: {failure['reason']}")
    if len(failures) > 20:
        print(f"… and {len(failures) - 20} more in {reports / 'summary.json'}")
    return 1 if failures or merged.errors else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Merges the JSON lines of all attempts into one report.")
    parser.add_argument("--from-file", type=Path, required=True, metavar="LIST", help="the list of the databases")
    parser.add_argument("--reports", type=Path, required=True, metavar="DIR", help="the folder of the attempts")
    arguments = parser.parse_args()
    return write_report(read_list(arguments.from_file), arguments.reports)


if __name__ == "__main__":
    sys.exit(main())
