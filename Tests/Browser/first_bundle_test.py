"""A new user makes a first bundle in an empty folder."""

import json
import unittest

import programs
from editor import EditorCase


class FirstBundleTest(EditorCase):
    def test_a_first_table_with_three_columns(self) -> None:
        editor = self.start()
        editor.wait_text("Let’s make your first script")
        editor.press("Create the first script")
        editor.press("Create")
        editor.wait_text("This script does nothing yet")
        editor.press("Table")
        editor.fill("Name of the table", "user")
        column = editor.one("group", "New column")
        editor.fill("Name", "name", column)
        editor.tick("Required", column)
        editor.press("Add a column")
        column = editor.one("group", "New column")
        # A column that somebody has begun is not left out.
        editor.choose("Type", "Whole number", column)
        editor.wait_text("Give every column a name.")
        editor.fill("Name", "age", column)
        editor.wait_text("This will be added:")
        editor.press("Add to the default script")
        editor.wait_steps("Creates the table user")
        editor.wait_text("1 script without problems")
        text = editor.save()
        self.assertIn("sql_default", text)
        self.assertEqual(
            self.changed_files(), {"sql_default.json"} if "sql_default.json" in text else {"sql_default.plist"}
        )
        self.assertEqual(programs.new_findings(self.scripts), [])
        schema = json.loads(programs.run("schema", "--format", "json", "--scripts", self.scripts))
        self.assertIn("user", json.dumps(schema))


if __name__ == "__main__":
    unittest.main()
