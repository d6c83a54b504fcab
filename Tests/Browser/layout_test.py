"""Narrow windows, large text, dark colors, and axe in every view of the editor."""

import re
import unittest
from pathlib import Path

import bundles
from axe import check_view, violations
from browser import wait
from editor import EditorCase
from page import Page

# The buttons, and the titles of their forms.
FORMS = {
    "Table": "Add a table",
    "Column": "Add a column",
    "Change a table": "Change a table",
    "Index": "Add an index",
    "Fill values": "Fill values",
    "Delete rows": "Delete rows",
    "Row": "Add a row",
    "Delete a table": "Delete a table",
}


def broken(folder: Path) -> None:
    bundles.small(folder)
    (folder / "sql_update_3.json").write_text("hello")


class LayoutTest(EditorCase):
    def check(self, view: str) -> None:
        check_view(self, self.editor, view)

    def test_an_empty_folder(self) -> None:
        self.editor = self.start()
        self.check("start")
        self.editor.press("Create the first script")
        self.check("first script")
        self.editor.press("Create")
        self.editor.wait_text("This script does nothing yet")
        self.check("empty script")

    def test_versions(self) -> None:
        self.editor = editor = self.start(bundles.small)
        self.check("draft")
        editor.select("Update 2")
        self.check("released")
        editor.press("New update")
        self.check("new update")

    def test_the_views_of_the_tables(self) -> None:
        self.editor = editor = self.start(bundles.small)
        for tab in ("List", "Changes", "SQL"):
            editor.press(tab, "tab")
            self.check(tab)

    def test_forms(self) -> None:
        self.editor = editor = self.start(bundles.small)
        # The server refuses forms that are not filled in yet.
        self.allow("422")
        for button, title in FORMS.items():
            editor.press(button, inside=editor.one("group", "Add a step"))
            editor.one("heading", re.compile(f"^{title}"))
            self.check(title)
            editor.press("Cancel")
            wait(lambda title=title: not editor.all("region", re.compile(f"^{title}")))

    def test_findings_and_dialogs(self) -> None:
        self.editor = editor = self.start(bundles.small)
        editor.press("Help")
        self.check("help")
        editor.press(re.compile("^Close$"))
        editor.add_sql("DELETE FROM session")
        editor.wait_finding("every row of")
        self.check("field and finding")
        editor.press("Keep this step, because …")
        self.check("reason")
        editor.press("Cancel")
        editor.press(re.compile("^Save$"))
        editor.wait_text("Save these changes?")
        editor.click(editor.one("summary", "Show the exact file changes"))
        self.check("save")
        editor.press("Cancel")
        bundles.write_script(self.scripts, "sql_update_3", ["SELECT 1"])
        editor.wait_text("was changed by another program")
        self.check("changed on disk")
        editor.press(re.compile("^Save$"))
        editor.wait_text("Another program changed this file")
        self.check("conflict")

    def test_a_file_that_cannot_be_read(self) -> None:
        self.editor = self.start(broken)
        self.editor.one("field", "Text of the file")
        self.check("broken file")

    def test_hostile_names(self) -> None:
        self.editor = self.start(bundles.hostile)
        self.check("hostile")

    def test_chinese(self) -> None:
        self.editor = self.start(bundles.chinese)
        self.check("中文")

    def test_axe_works(self) -> None:
        self.browser.driver.get("data:text/html,<title>x</title><img src=data:,><input>")
        self.assertGreater(len(violations(Page(self.browser))), 2)


if __name__ == "__main__":
    unittest.main()
