"""Pictures of the main views, for people to look at: .build-browser/screenshots."""

import re
import unittest
from collections.abc import Callable
from pathlib import Path

import bundles
from browser import NARROW, WIDE
from editor import EditorCase
from report_test import ReportCase


class Pictures:
    def take(self, name: str) -> None:
        for size in (WIDE, NARROW):
            for dark in (False, True):
                self.browser.show(size, dark=dark)
                self.browser.screenshot(f"{name}-{size[0]}-{'dark' if dark else 'light'}")
        self.browser.show()


class EditorPictures(Pictures, EditorCase):
    def test_start(self) -> None:
        editor = self.start()
        self.take("edit-start")
        editor.press("Create the first script")
        self.take("edit-first")

    def test_small(self) -> None:
        editor = self.start(bundles.small)
        self.take("edit-draft")
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "email")
        editor.tick("Required")
        editor.wait_text("Answer the question above")
        self.take("edit-form-question")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.press("Table")
        editor.fill("Name of the table", "place")
        editor.fill("Name", "city", editor.one("group", "New column"))
        editor.wait_text("This will be added:")
        self.take("edit-form-table")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.add_sql("DELETE FROM session")
        editor.wait_finding("every row of")
        self.take("edit-sql")
        editor.press(re.compile("^Save$"))
        editor.wait_text("Save these changes?")
        editor.click(editor.one("summary", "Show the exact file changes"))
        self.take("edit-save")
        editor.press("Cancel")
        self.allow(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"
        )
        self.server.kill()
        editor.wait_text("The editor’s server has stopped")
        self.take("edit-stopped")

    def test_released(self) -> None:
        self.start(bundles.small).select("Update 2")
        self.take("edit-released")

    def test_releasing(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Release update 3 …")
        editor.wait_text("This is what users will get")
        self.take("edit-release")

    def test_twice(self) -> None:
        def twice(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_3_city", ["ALTER TABLE user ADD COLUMN city TEXT"], "Adds the city")

        editor = self.start(twice)
        editor.press("Show both files …")
        editor.wait_text("Two files have the same version")
        self.take("edit-twice")

    def test_changed_release(self) -> None:
        def changed(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_2", ["CREATE TABLE session (id INTEGER PRIMARY KEY)"])

        self.start(changed)
        self.take("edit-changed-release")

    def test_difference(self) -> None:
        editor = self.start(bundles.small)
        path = self.scripts / "sql_update_2.json"
        path.write_text(path.read_text().replace("note TEXT", "note TEXT DEFAULT 'n'"))
        editor.press("Look at the change (reload)")
        editor.wait_text("What differs from the release of update 2")
        self.take("edit-difference")

    def test_rows(self) -> None:
        editor = self.start(bundles.small)
        for name in ("Cem", "Dai"):
            editor.press("Row")
            editor.choose("Table", "user")
            editor.fill("name", name)
            editor.press("Add to update 3")
            editor.wait_text(name)
        editor.press("Edit one of steps 2–3")
        editor.wait_text("Which step do you want to edit?")
        self.take("edit-rows")

    def test_unique(self) -> None:
        editor = self.start(bundles.small)
        editor.create_script("names")
        editor.add_sql("CREATE UNIQUE INDEX user_name ON user (name)")
        editor.wait_steps("name")
        editor.press("Done")
        self.take("edit-unique")

    def test_chinese(self) -> None:
        self.start(bundles.chinese)
        self.take("edit-chinese")

    def test_hostile(self) -> None:
        self.start(bundles.hostile)
        self.take("edit-hostile")

    def test_large(self) -> None:
        editor = self.start(bundles.large)
        self.take("edit-300")
        editor.press("Changes", "tab")
        self.take("edit-300-changes")


class GuidePicture(EditorCase):
    """The picture in README and in the guide: Sources/SQLScripts/SQLScripts.docc/editor.png."""

    scripts_name = "MyApp"

    def test_guide(self) -> None:
        editor = self.start(bundles.guide)
        editor.wait_steps("age", "status", "session")
        editor.one("button", "Edit step 1")
        self.browser.show((1280, 860))
        self.browser.screenshot("editor")


class ReportPictures(Pictures, ReportCase):
    def picture(self, name: str, bundle: Callable[[Path], None]) -> None:
        self.open(bundle)
        self.take(f"report-{name}")

    def test_small(self) -> None:
        self.picture("small", bundles.small)

    def test_chinese(self) -> None:
        self.picture("chinese", bundles.chinese)

    def test_hostile(self) -> None:
        self.picture("hostile", bundles.hostile)

    def test_large(self) -> None:
        self.picture("300", bundles.large)


if __name__ == "__main__":
    unittest.main()
