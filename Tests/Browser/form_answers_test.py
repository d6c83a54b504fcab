"""What a form says of existing rows before anything is added."""

import re
import unittest
from pathlib import Path

import axe
import bundles
from browser import wait
from editor import EditorCase

STOP = re.compile("^Stop the update for everyone who has rows in “session”$")
WARNING = "so the update will fail for everyone with a row in this table"


class FormAnswersTest(EditorCase):
    def test_an_update_that_fails_for_everyone_says_so_before_it_is_added(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "email")
        editor.tick("Required")
        editor.one("check", STOP)
        # The harmless answer comes first and is chosen, but without a value nothing is added.
        checks = editor.all("check")
        value, stop = editor.one("check", "Give them this value"), editor.one("check", STOP)
        self.assertLess(checks.index(value), checks.index(stop))
        self.assertTrue(value.is_selected() and not stop.is_selected())
        self.assertEqual(editor.one("field", "The value for these rows").get_attribute("value"), "")
        editor.press("Add to update 3")
        editor.wait_text("Enter a value for the answer")
        self.assertNotIn(WARNING, editor.text())
        editor.tick(STOP)
        editor.wait_text(WARNING)
        editor.wait_text("This will be added:")
        self.assertNotIn("rows that do not fit", editor.text())
        axe.check_view(self, editor)
        editor.tick("Give them this value")
        wait(lambda: WARNING not in editor.text(), lambda: editor.text())

    def test_a_value_that_is_typed_while_the_type_changes_stays(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "age")
        editor.tick("Required")
        label = "The value for these rows"
        field = editor.one("field", label)
        before = field.get_attribute("placeholder")
        editor.choose("Type", "Whole number")
        field.send_keys("5")
        # The question has followed the type.
        wait(lambda: editor.one("field", label).get_attribute("placeholder") != before, before)
        field.send_keys("7")
        self.assertEqual(editor.one("field", label).get_attribute("value"), "57")
        editor.wait_text("sets age to 57")

    def test_values_that_do_not_fit_a_new_type_are_counted(self) -> None:
        def texts(folder: Path) -> None:
            rows = [f"INSERT INTO item (size) VALUES ('{size}')" for size in ("S", "M", "12")]
            bundles.write_script(folder, "sql_default", ["CREATE TABLE item (id INTEGER PRIMARY KEY, size TEXT)", *rows])
            bundles.release(folder)
            bundles.write_script(folder, "sql_update_2", ["CREATE TABLE tag (id INTEGER PRIMARY KEY)"])

        editor = self.start(texts)
        editor.press("Change a table")
        editor.choose("Table", "item")
        editor.choose("Type", "Whole number", editor.one("group", "Column size"))
        editor.wait_text("What happens to values that do not fit the new type “Whole number” of “size” of “item”?")
        editor.tick(re.compile("^Convert whole numbers"))
        editor.wait_text("This will be added:")
        editor.wait_text("2 of 3 sample values of “size” are not whole numbers and are cleared.")
        axe.check_view(self, editor)

    def test_a_view_in_the_way_is_created_again_or_deleted(self) -> None:
        def viewed(folder: Path) -> None:
            bundles.small(folder)
            views = ["CREATE VIEW person AS SELECT id, name, nick FROM user", "CREATE VIEW nickname AS SELECT nick FROM user"]
            bundles.write_script(folder, "sql_update_3", views)

        editor = self.start(viewed)
        editor.wait_text(" tables and 2 views.")
        editor.press("Change a table")
        editor.choose("Table", "user")
        editor.press("Delete the column nick")
        editor.wait_text("The view “person” uses “nick”, which will be gone.")
        editor.wait_text("There is only one way: delete the view, too.")
        editor.tick("Create the view again without its column “nick”")
        editor.wait_text("This will be added:")
        axe.check_view(self, editor)
        editor.press("Add to update 3")
        editor.wait_steps("person", "nickname", "Removes the view nickname", "Replaces the view person: removes nick", "Removes the column nick")
        self.assertNotIn("Error", str(editor.findings()))


if __name__ == "__main__":
    unittest.main()
