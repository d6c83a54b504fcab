"""The editor as a page object, and the base class of its tests."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

import programs
from browser import SECONDS, Browser, strangers, wait
from page import Page
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement


class BrowserCase(unittest.TestCase):
    """A test with a folder and a tab, after which the console must be empty."""

    def setUp(self) -> None:
        # Real folders have such names.
        self.folder = Path(tempfile.mkdtemp(prefix="sql scripts 中文 "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.browser = Browser.shared()
        self.allowed: list[str] = []
        self.origins: list[str] = []
        self.browser.console(), self.browser.requests()
        self.browser.open_tab()
        self.addCleanup(self.browser.close_tabs)

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        try:
            return super().run(result)
        finally:
            # An interrupt leaves them out.
            self.doCleanups()

    def allow(self, *parts: str) -> None:
        """Messages of the console with these words are expected: Chromium reports each answer that is not 2xx."""
        self.allowed += parts

    def check_console(self) -> None:
        messages = [each for each in self.browser.console() if not any(part in each for part in self.allowed)]
        self.assertEqual(messages, [])
        self.assertEqual(strangers(self.browser.requests(), self.origins), [])

    def tearDown(self) -> None:
        self.check_console()


class EditorCase(BrowserCase):
    """A test with an editor. `start` starts it."""

    # Further arguments of the program.
    options: tuple[object, ...] = ()
    # The folder of the scripts.
    scripts_name = "My 数据库"

    def start(self, bundle: Callable[[Path], None] | None = None, *, open_page: bool = True) -> "Editor":
        scripts = self.folder / self.scripts_name
        scripts.mkdir()
        if bundle:
            bundle(scripts)
        self.scripts = scripts
        self.before = self.contents()
        self.server, self.url = self.serve()
        self.origins.append(self.url.split("#")[0])
        editor = Editor(self.browser)
        if open_page:
            editor.open(self.url)
        return editor

    def serve(self) -> tuple["subprocess.Popen[str]", str]:
        server = subprocess.Popen(
            [programs.EDITOR, self.scripts, "--no-open", *map(str, self.options)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state")},
        )
        self.addCleanup(end, server)
        assert server.stdout
        lines = []
        for line in server.stdout:
            lines.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+/#\S+", line):
                return server, found[0]
        raise AssertionError("".join(lines))

    def contents(self) -> dict[str, bytes]:
        """The files of the bundle. Other files, such as the editor's lock, are not part of it."""
        files = self.scripts.iterdir()
        return {file.name: file.read_bytes() for file in files if file.name.startswith("sql") and file.is_file()}

    def changed_files(self) -> set[str]:
        after = self.contents()
        return {name for name in {*self.before, *after} if self.before.get(name) != after.get(name)}


def end(server: "subprocess.Popen[str]") -> None:
    server.kill()
    server.wait(SECONDS)
    if server.stdout:
        server.stdout.close()


class Editor(Page):
    """What users do in the editor."""

    def open(self, url: str) -> None:
        self.driver.get(url)
        self.wait_text(re.compile("Everything is saved|not saved|Read-only|Let’s make your first script|cannot open"))
        self.settle()

    def settle(self) -> None:
        """Waits until everything that was typed is checked."""
        wait(lambda: "Checking …" not in self.text(), lambda: f"settled: {self.text()}")

    def region(self, name: str | re.Pattern[str]) -> WebElement:
        return self.one("region", name)

    def steps(self) -> list[str]:
        """The sentences of the steps."""
        headings = self.all("heading", None, self.region("What this script does"))
        texts = [" ".join(each.text.split()) for each in headings]
        return [re.sub(r"^steps? [\d, –-]+: ?", "", text) for text in texts if re.match(r"steps? \d", text)]

    def wait_steps(self, *patterns: str) -> None:
        """Waits until the script has exactly these steps, each of which matches a pattern."""

        def fit() -> bool:
            steps = self.steps()
            return len(steps) == len(patterns) and all(re.search(*each) for each in zip(patterns, steps, strict=True))

        wait(fit, lambda: f"{patterns}, but: {self.steps()}")

    def findings(self) -> list[str]:
        """The findings that the open script shows, as they can be read."""
        return [group.text for group in self.finding_groups()]

    def finding_groups(self) -> list[WebElement]:
        return self.all("group", re.compile("^(Error|Warning|Note|Info)$"))

    def wait_finding(self, words: str | None) -> WebElement | None:
        """Waits for a finding with these words or of this rule, or until there are none."""
        if words is None:
            wait(lambda: not self.findings(), lambda: f"no findings, but: {self.findings()}")
            return None
        fits = lambda group: words in group.text or words in str(group.get_attribute("data-rule"))  # noqa: E731
        found = lambda: [group for group in self.finding_groups() if fits(group)]  # noqa: E731
        return wait(found, lambda: f"“{words}” in {self.findings()}")[0]

    def create_script(self, words: str) -> None:
        self.press("New update")
        self.fill("What is it for, in two or three words?", words)
        self.press("Create")
        self.wait_text("This script does nothing yet")

    def add_sql(self, sql: str) -> None:
        """Types a new step."""
        self.press("SQL", inside=self.one("group", "Add a step"))
        self.one("field", re.compile("^SQL of "))
        self.type(sql)

    def edit_sql(self, step: int, sql: str) -> None:
        """Types over the SQL of a step."""
        item = self.step(step)
        if not self.all("button", "Edit SQL", item):
            self.click(self.all("summary", re.compile("^SQL"), item)[0])
        self.press("Edit SQL", inside=item)
        field = self.one("field", f"SQL of step {step}")
        self.keys(Keys.CONTROL, "a")
        field.send_keys(sql)

    def step(self, number: int) -> WebElement:
        """The part of the page with a step."""
        region = self.region("What this script does")
        pattern = re.compile(rf"^\s*{number}\s*step {number}:|^{number}step {number}: ")
        return wait(lambda: self.all("item", pattern, region), lambda: f"step {number}: {self.steps()}")[0]

    def select(self, version: str) -> None:
        self.press(re.compile(f"{version}(?![0-9])"), "option")
        wait(lambda: self.has("heading", version.replace("Default", "Default script")))

    def save(self) -> str:
        """Saves, and returns what the dialog said before."""
        self.press(re.compile("^Save$"))
        self.wait_text("Save these changes?")
        text = self.text()
        self.press(re.compile("^Save (this file|[0-9]+ files)$"))
        self.wait_text("Everything is saved")
        return text
