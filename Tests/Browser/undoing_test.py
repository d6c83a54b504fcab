"""What undo and redo say, and that they take back what they say."""

import re
import unittest
from pathlib import Path

import bundles
from browser import wait
from editor import Editor, EditorCase


def add_column(editor: Editor, name: str) -> None:
    editor.press("Column")
    editor.choose("Table", "user")
    editor.fill("Name", name)
    editor.press("Add to update 3")


class UndoingTest(EditorCase):
    def test_undo_and_redo_say_what_they_did(self) -> None:
        editor = self.start(bundles.small)
        add_column(editor, "city")
        editor.wait_steps("age", "city")
        editor.press("Undo")
        editor.wait_text(re.compile("Undone: added “Adds the column city to user[^”]*”"))
        editor.press("Redo")
        editor.wait_text(re.compile("Redone: added “Adds the column city to user[^”]*”"))
        editor.press("Move step 2 up")
        editor.wait_steps("city", "age")
        editor.press("Undo")
        editor.wait_text("Undone: moved “")
        editor.press("Delete step 1")
        editor.wait_steps("city")
        editor.press("Undo")
        editor.wait_text("Undone: deleted “Adds the column age")
        editor.fill("Description", "Something else")
        wait(lambda: "1 script not saved" in editor.text())
        editor.settle()
        editor.press("Undo")
        editor.wait_text("Undone: changed the description.")

    def test_names_in_quotes_are_quoted_otherwise_in_a_quoted_sentence(self) -> None:
        editor = self.start(bundles.small)
        add_column(editor, "value")
        editor.wait_steps("age", "value")
        editor.press("Undo")
        text = editor.wait_text(re.compile("Undone: added “[^“”]+”"))
        self.assertNotRegex(text, "added “[^”]*“")

    def test_undo_names_the_update_that_goes(self) -> None:
        editor = self.start(bundles.small)
        editor.create_script("more")
        editor.press("Undo")
        editor.wait_text("Undone: added update 4.")

    def test_undoing_what_was_typed_keeps_a_description_typed_in_between(self) -> None:
        def later(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_4", ["UPDATE user SET nick = 'x'"])

        editor = self.start(later)
        editor.select("Update 3")
        editor.add_sql("ALTER TABLE user RENAME COLUMN nick TO alia")
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.fill("Description", "Names")
        wait(lambda: "Names" in str(editor.script("return document.getElementById('description').value")))
        editor.settle()
        field = editor.one("field", re.compile("^SQL of step"))
        field.send_keys("s")
        editor.settle()
        editor.press("Done")
        editor.press("Undo the new step")
        editor.wait_steps("age")
        wait(lambda: editor.one("field", "Description").get_attribute("value") == "Names")
        editor.wait_text(re.compile("Undone: added “"))
        editor.press("Redo")
        editor.wait_steps("age", "nick")


if __name__ == "__main__":
    unittest.main()
