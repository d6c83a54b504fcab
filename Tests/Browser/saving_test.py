"""What saving shows and writes, and what it leaves alone."""

import difflib
import re
import unittest
from pathlib import Path

import axe
import bundles
import programs
from browser import wait
from editor import EditorCase
from selenium.webdriver.common.keys import Keys

ODD = """{   "description":"odd, but good",
\t"statements" : [
        "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL DEFAULT 0",   "UPDATE user SET age = 1 WHERE age = 0" ,
  "CREATE INDEX user_name ON user(name)" ]}"""


def odd(folder: Path) -> None:
    """A script that no tool has formatted, without a line break at its end."""
    bundles.small(folder)
    (folder / "sql_update_3.json").write_text(ODD)


class SavingTest(EditorCase):
    def test_what_cannot_be_saved_is_said_before_it_is_promised(self) -> None:
        editor = self.start(bundles.small)
        editor.create_script("mine")
        editor.add_sql("CREATE TABLE mine (id INTEGER PRIMARY KEY)")
        editor.wait_steps("mine")
        editor.press("Done")
        theirs = bundles.write_script(self.scripts, "sql_update_4_theirs", [])
        editor.wait_text("was added by another program")
        editor.press(re.compile("^Save$"))
        editor.wait_text("These changes cannot be saved yet")
        editor.wait_text("which has the same version as")
        self.assertFalse(editor.has("button", re.compile("^Save this file$")))
        axe.check_view(self, editor)
        editor.press(re.compile("^Close$"))
        theirs.unlink()
        editor.save()

    def test_the_dialog_shows_exactly_what_changes(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "Creates the table tag")
        editor.settle()
        editor.press(re.compile("^Save$"))
        editor.wait_text("Save these changes?")
        self.assertEqual(self.changed_files(), set())
        self.assertFalse(editor.all("group", "Lines"))
        self.assertIn("Creates the table tag", editor.text())
        editor.click(editor.one("summary", "Show the exact file changes"))
        shown = editor.text()
        editor.press("Save this file")
        editor.wait_text("Everything is saved")
        before, after = (each["sql_update_3.json"].decode().splitlines() for each in (self.before, self.contents()))
        lines = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
        self.assertTrue(lines)
        for line in lines:
            self.assertIn(line[2:].strip(), shown)
        added = sum(line[0] == "+" for line in lines)
        self.assertIn(f"{added} line{'s' if added != 1 else ''} added", shown)

    def test_saving_tells_what_has_changed_and_not_what_was_there(self) -> None:
        def steps(folder: Path) -> None:
            bundles.small(folder)
            columns = [f"ALTER TABLE user ADD COLUMN {name} TEXT" for name in ("one", "two", "three", "four")]
            bundles.write_script(folder, "sql_update_3", columns, "Adds columns")

        editor = self.start(steps)
        editor.press("Delete step 1")
        editor.wait_steps("two", "three", "four")
        editor.press("Move step 3 up")
        editor.wait_steps("two", "four", "three")
        editor.edit_sql(1, "ALTER TABLE user ADD COLUMN two INTEGER")
        editor.settle()
        editor.press("Done")
        wait(lambda: not editor.has("field", re.compile("^SQL of ")), "the field is closed")
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("two", "four", "three", "tag")
        editor.press("Done")
        # After the page was loaded again, too.
        self.browser.driver.refresh()
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.press(re.compile("^Save$"))
        text = editor.wait_text("Save these changes?")
        self.assertRegex(text, r"changed\s+Adds the column two to user \(whole number")
        self.assertRegex(text, r"Before: Adds the column two to user")
        self.assertRegex(text, r"moved\s+Adds the column (three|four)")
        self.assertRegex(text, r"added\s+Creates the table tag")
        self.assertRegex(text, r"deleted\s+Adds the column one")
        # The step that was passed has not moved.
        self.assertEqual(len(re.findall("Adds the column (?:three|four)", text)), 1)
        axe.check_view(self, editor)
        editor.press("Save this file")
        editor.wait_text("Everything is saved")
        # The next time, these changes are old.
        editor.press("Delete step 4")
        editor.wait_steps("two", "four", "three")
        text = editor.save()
        self.assertRegex(text, r"deleted\s+Creates the table tag")
        self.assertNotIn("Adds the column", text)

    def test_the_rest_of_a_file_keeps_its_bytes(self) -> None:
        editor = self.start(odd)
        editor.edit_sql(2, "UPDATE user SET age = 2 WHERE age = 0")
        editor.wait_text(re.compile("1 script not saved"))
        editor.settle()
        editor.save()
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})
        expected = ODD.replace("age = 1 WHERE", "age = 2 WHERE")
        self.assertEqual(self.contents()["sql_update_3.json"].decode(), expected)

    def test_a_released_script_cannot_be_changed(self) -> None:
        editor = self.start(bundles.small)
        for version, name in (("Default", "Default script"), ("Update 2", "Update 2")):
            editor.select(version)
            self.assertTrue(editor.has("heading", name))
            editor.wait_text("Released. Databases in use may have run this script")
            for control in (
                "SQL",
                "Table",
                "Edit SQL",
                "Done",
                "Delete this script",
                re.compile("^(Move|Delete) step"),
            ):
                self.assertFalse(editor.has("button", control), control)
        editor.press("Create a new update for this instead")
        editor.fill("What is it for, in two or three words?", "more")
        editor.press("Create")
        editor.wait_text("This script does nothing yet")
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("Creates the table tag")
        editor.settle()
        editor.save()
        self.assertEqual({name.split(".")[0] for name in self.changed_files()}, {"sql_update_4_more"})
        self.assertEqual(programs.new_findings(self.scripts), [])

    def test_validate_finds_what_the_page_shows(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("DELETE FROM session")
        editor.wait_finding("every row of")
        editor.press("Done")
        editor.add_sql("UPDATE user SET nik = 1 WHERE id = 1")
        editor.wait_finding("no column named")
        editor.press("Done")
        editor.add_sql("CREATE TABLE copies (a, a)")
        editor.wait_finding("appears twice")
        editor.settle()
        editor.save()
        shown = []
        for version in ("Default", "Update 2", "Update 3"):
            editor.select(version)
            shown += [(group.get_attribute("data-rule"), group.text) for group in editor.finding_groups()]
        found = programs.findings(self.scripts)
        self.assertGreaterEqual(len(found), 3)
        self.assertEqual(len(shown), len(found), (shown, found))
        for rule, message in found:
            self.assertTrue(any(rule == name and message in text for name, text in shown), (rule, message, shown))

    def test_a_description_is_saved_at_once(self) -> None:
        editor = self.start(bundles.small)
        editor.fill("Description", "words")
        editor.press(re.compile("^Save$"))
        wait(lambda: "Save these changes?" in editor.text(), editor.text, 3)

    def test_a_deleted_script_is_brought_back_by_the_news_of_it(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Delete this script")
        editor.press("Undo: Update 3 deleted. Undo brings it back.")
        editor.wait_steps("age")
        editor.wait_text("Everything is saved")

    def test_everything_can_be_undone_and_redone(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "Creates the table tag")
        editor.press("Done")
        editor.press("Delete step 1")
        editor.wait_steps("Creates the table tag")
        editor.press("Undo")
        editor.wait_steps("age", "Creates the table tag")
        editor.press("Redo")
        editor.wait_steps("Creates the table tag")
        editor.keys(Keys.CONTROL, "z")
        editor.wait_steps("age", "Creates the table tag")
        editor.keys(Keys.CONTROL, "z")
        editor.wait_steps("age")
        editor.wait_text("Everything is saved")
        editor.keys(Keys.CONTROL, "y")
        editor.wait_steps("age", "Creates the table tag")
        editor.settle()
        editor.save()
        # Saved changes can be undone too.
        editor.press("Undo")
        editor.wait_steps("age")
        editor.settle()
        editor.save()
        self.assertEqual(self.changed_files(), set())


if __name__ == "__main__":
    unittest.main()
