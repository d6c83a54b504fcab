"""The programs under test, and what they say about a folder."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ["SQLSCRIPTS_PROGRAMS"])
COMMAND = FOLDER / "sqlscripts"
EDITOR = FOLDER / "sqlscripts-edit"
IS_RELEASE_BUILD = os.environ.get("SQLSCRIPTS_CONFIGURATION") == "release"


def run(*arguments: object, status: tuple[int, ...] = (0,)) -> str:
    """Runs the command, and returns what it prints."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode in status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout


def findings(folder: Path) -> list[tuple[str, str]]:
    """The rules and messages that `validate` reports for a folder, those in released scripts at the end."""
    answer: dict[str, Any] = json.loads(
        run("validate", "--all", "--format", "json", "--scripts", folder, status=(0, 1, 2))
    )
    return [(finding["id"], finding["message"]) for part in ("diagnostics", "released") for finding in answer[part]]


def new_findings(folder: Path) -> list[tuple[str, str]]:
    """Those in scripts that can still be changed."""
    answer: dict[str, Any] = json.loads(run("validate", "--format", "json", "--scripts", folder, status=(0, 1, 2)))
    return [(finding["id"], finding["message"]) for finding in answer["diagnostics"]]
