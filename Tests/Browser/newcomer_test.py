"""What people meet who know no SQL: where the keyboard is, what is counted, and what they need to read."""

import re
import unittest
from pathlib import Path

import axe
import bundles
from browser import NARROW, WIDE, ZOOMED, wait
from editor import EditorCase
from selenium.webdriver.common.keys import Keys

LIVE = "return document.getElementById('live').textContent"
# The marks of each version that reach into its dot.
COVERED = """
return [...document.querySelectorAll(".version")].filter((version) => {
  const dot = version.querySelector(".version-dot").getBoundingClientRect();
  const frame = version.querySelector(".version-marks").getBoundingClientRect();
  const marks = [...version.querySelectorAll(".version-marks .badge")].map((mark) => mark.getBoundingClientRect());
  const seen = marks.filter((mark) => mark.top < frame.bottom && mark.bottom > frame.top);
  return marks.length > 0 && (seen.length === 0 || seen.some((mark) => mark.left < dot.right || mark.right > frame.right + 1));
}).map((version) => version.textContent);
"""


def many_findings(folder: Path) -> None:
    bundles.small(folder)
    statements = ["DELETE FROM session", "CRAETE TABLE a (b)", "CREATE TABLE c (d VARCHAR(20))"]
    bundles.write_script(folder, "sql_update_3", statements * 6)
    bundles.write_script(folder, "sql_update_4", ["CREATE TABLE e (f VARCHAR(20))"] * 120)


class NewcomerTest(EditorCase):
    def test_the_first_script_needs_two_presses_of_enter(self) -> None:
        editor = self.start()
        editor.press("Create the first script")
        editor.wait_text("Recommended: ")
        axe.check_view(self, editor)
        self.assertEqual(editor.focused.get_attribute("value"), "plist")
        editor.keys(Keys.ENTER)
        editor.wait_text("This script does nothing yet")
        self.assertEqual(editor.focused.text, "Table")
        # The others need a table.
        buttons = editor.all("button", None, editor.one("group", "Add a step"))
        self.assertEqual([button.text for button in buttons], ["Table", "SQL"])
        editor.keys(Keys.ENTER)
        editor.wait_text("Name of the table")
        self.assertEqual(editor.focused, editor.one("field", "Name of the table"))

    def test_the_format_of_an_update_is_that_of_the_others_unless_one_asks(self) -> None:
        editor = self.start(bundles.small)
        editor.press("New update")
        field = editor.one("field", "What is it for, in two or three words?")
        self.assertEqual(editor.focused, field)
        editor.press("File format", "summary")
        editor.tick("SQL (.sql)")
        axe.check_view(self, editor)
        editor.press("Create")
        editor.wait_text("This script does nothing yet")
        self.assertIn("sql_update_4.sql", editor.text())
        self.assertEqual(editor.focused.text, "Table")

    def test_rows_with_or_without_a_value_are_found(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Delete rows")
        editor.choose("Table", "session")
        editor.choose("Column", "note")
        editor.choose("Condition", "has no value")
        self.assertFalse(editor.has("field", "Value"))
        editor.press("Add to update 3")
        editor.wait_steps("age", "session where note has no value")
        editor.press("Edit step 2")
        editor.wait_text("Edit step 2: ")
        condition = editor.one("select", "Condition")
        self.assertEqual(condition.get_attribute("value"), "no")
        editor.choose("Condition", "has a value")
        editor.wait_text("This is what step 2 will do:")
        editor.press("Change step 2")
        editor.wait_steps("age", "session where note has a value")

    def test_a_required_column_always_has_a_value(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Delete rows")
        editor.choose("Table", "user")
        editor.choose("Column", "id")
        editor.choose("Condition", "has a value")
        self.allow("422")
        editor.wait_text("“id” has a value in all rows.")

    def test_a_changed_step_that_fails_is_not_called_a_later_one(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Delete rows")
        editor.choose("Table", "user")
        editor.choose("Column", "nick")
        editor.fill("Value", "nobody")
        editor.press("Add to update 3")
        editor.wait_steps("age", "nobody")
        editor.press("Edit step 2")
        editor.wait_text("Edit step 2: ")
        editor.choose("Condition", "has a value")
        editor.press("Change step 2")
        editor.wait_finding("reference missing rows")
        # It comes once the page knows what later steps need.
        editor.one("button", "Undo: Step 2 changed.")
        self.assertNotIn("needs what you have changed", editor.text())

    def test_what_is_missing_is_said_once(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Column")
        editor.wait_text("Choose the table that gets the column.")
        editor.choose("Table", "user")
        editor.wait_text("Give the column a name.")
        editor.press("Add to update 3")
        editor.one("field", "Name")
        self.assertEqual(editor.text().count("Give the column a name."), 1)
        self.assertEqual(editor.focused, editor.one("field", "Name"))
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.press("Index")
        editor.wait_text("Choose at least one column.")
        editor.press("Add to update 3")
        self.assertEqual(editor.focused, editor.all("check")[0])
        editor.press("Cancel")
        editor.press("Table")
        editor.fill("Name of the table", "place")
        editor.press("Remove the column id")
        editor.wait_text("Add at least one column.")
        editor.press("Add to update 3")
        self.assertEqual(editor.focused, editor.one("field", "Name", editor.one("group", "New column")))

    def test_a_note_is_called_a_note(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("CREATE TABLE tag (name VARCHAR(20))")
        editor.wait_finding("varchar-length")
        wait(lambda: "1 note." in editor.script(LIVE), lambda: editor.script(LIVE))
        self.assertNotIn("problem", editor.text().lower())
        # One that several steps have counts once, as at the top.
        editor.press("Done")
        editor.add_sql("CREATE TABLE mark (word VARCHAR(20)); CREATE TABLE sign (word VARCHAR(20))")
        editor.one("button", "2 notes")
        wait(lambda: "2 notes." in editor.script(LIVE), lambda: editor.script(LIVE))

    def test_a_problem_of_several_steps_is_counted_once_everywhere(self) -> None:
        def wrapped(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_3", ["BEGIN", "ALTER TABLE user ADD COLUMN age INTEGER", "COMMIT"])

        editor = self.start(wrapped)
        editor.one("button", "1 note")
        marks = editor.script("return document.querySelector('.version[aria-selected=true] .version-marks').textContent")
        self.assertEqual(marks.strip(" ,"), "1 note")
        self.assertEqual(editor.one("heading", "1 note").text, "1 note")
        editor.press("Fix: delete steps 1 and 3")
        editor.wait_finding(None)
        editor.wait_steps("Adds the column age")

    def test_a_problem_of_several_scripts_says_in_how_many(self) -> None:
        def twice(folder: Path) -> None:
            bundles.small(folder)
            for version in (3, 4):
                bundles.write_script(folder, f"sql_update_{version}", ["PRAGMA foreign_keys = OFF"])

        editor = self.start(twice)
        editor.one("button", "1 note in 2 scripts")

    def test_a_step_that_would_write_a_name_as_text_is_not_said_to_fail(self) -> None:
        def copied(folder: Path) -> None:
            statements = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO user (name) VALUES ('Ann')"]
            bundles.write_script(folder, "sql_default", statements)
            new = "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, phone TEXT, age INTEGER NOT NULL)"
            copy = 'INSERT INTO new_user (id, name, phone, age) SELECT "id", "name", "phone", 18 FROM user'
            steps = ["ALTER TABLE user ADD COLUMN phone TEXT", new, copy, "DROP TABLE user"]
            bundles.write_script(folder, "sql_update_2", [*steps, "ALTER TABLE new_user RENAME TO user"])

        editor = self.start(copied)
        editor.press("Delete step 1")
        editor.wait_text("(“Rebuilds user”) still run")
        editor.wait_text("every row gets the text 'phone'")
        self.assertNotIn("CREATE TABLE", editor.script("return document.querySelector('dialog').textContent"))
        axe.check_view(self, editor)

    def test_a_warning_leads_to_the_form_before_it_speaks_sql(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Delete rows")
        editor.choose("Table", "session")
        editor.tick("All rows")
        editor.press("Add to update 3")
        finding = editor.wait_finding("delete-without-where")
        assert finding
        self.assertNotIn("WHERE", finding.text)
        wait(lambda: editor.all("button", "Edit step 2", finding), "the button")
        editor.press("Details", "summary", finding)
        self.assertIn("WHERE", finding.text)
        axe.check_view(self, editor)
        editor.press("Edit step 2", inside=finding)
        editor.wait_text("Edit step 2: ")
        editor.tick("Rows where …")
        editor.choose("Column", "note")
        editor.choose("Condition", "has no value")
        editor.press("Change step 2")
        editor.wait_finding(None)

    def test_news_never_lies_on_the_buttons_that_come_next(self) -> None:
        editor = self.start(bundles.small)
        # Some forms begin with what cannot be.
        self.allow("422")
        for number, size in enumerate((WIDE, WIDE, WIDE, NARROW, NARROW, ZOOMED, ZOOMED)):
            self.browser.show(size)
            editor.press("Column")
            editor.choose("Table", "user")
            editor.fill("Name", f"extra_{number}")
            editor.press("Add to update 3")
            editor.one("button", "Undo: Added.")
            for node in editor.all("button", None, editor.one("group", "Add a step")):
                # Where it is, without scrolling.
                node.click()
                if editor.script("return document.querySelector('dialog[open]') !== null"):
                    editor.press("Cancel")
                else:
                    editor.press("Done")

    def test_a_new_update_begins_without_a_warning(self) -> None:
        editor = self.start(bundles.small)
        editor.create_script("names")
        editor.wait_text("None yet, because the script has no steps.")
        editor.settle()
        self.assertNotIn("warning", editor.text().lower())
        self.assertNotIn("without problems", editor.text())
        # Whoever saves it knows.
        self.assertIn("There is still 1 warning", editor.save())
        editor.one("button", "1 warning")
        editor.press("1 warning")
        editor.one("heading", "Update 4")

    def test_a_long_list_of_rows_says_why_it_has_no_edit(self) -> None:
        def rows(folder: Path) -> None:
            bundles.write_script(folder, "sql_default", ["CREATE TABLE color (id INTEGER PRIMARY KEY, name TEXT)"])
            for version, count in ((2, 50), (3, 51)):
                statements = [f"INSERT INTO color (name) VALUES ('color {number}')" for number in range(count)]
                bundles.write_script(folder, f"sql_update_{version}", statements)

        editor = self.start(rows)
        editor.wait_text("More than 50 rows have no Edit.")
        self.assertFalse(editor.has("button", re.compile("^Edit one of ")))
        axe.check_view(self, editor)
        editor.select("Update 2")
        editor.one("button", "Edit one of steps 1–50")
        self.assertNotIn("More than 50 rows", editor.text())

    def test_a_table_can_be_chosen_where_no_arrow_leads(self) -> None:
        def tables(folder: Path) -> None:
            statements = [f"CREATE TABLE {name} (id INTEGER PRIMARY KEY)" for name in ("one", "two")]
            bundles.write_script(folder, "sql_default", statements)

        editor = self.start(tables)
        editor.wait_text("2 tables. Choose a table to see it alone.")

    def test_marks_never_cover_the_dot_of_a_version(self) -> None:
        editor = self.start(many_findings)
        editor.settle()
        for size in (WIDE, NARROW, ZOOMED):
            for dark in (False, True):
                self.browser.show(size, dark=dark, scale=2 if size == ZOOMED else 1)
                self.assertEqual(editor.script(COVERED), [])
        self.browser.show()


if __name__ == "__main__":
    unittest.main()
