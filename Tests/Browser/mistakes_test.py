"""Common mistakes, made by typing SQL or naming files, and repaired with the buttons of the page."""

import re
import unittest
from pathlib import Path

import axe
import bundles
import programs
from browser import wait
from editor import EditorCase

AGE = "Adds the column age"
SET_NICK = "UPDATE user SET nick = 'x' WHERE nick IS NULL"


class MistakesTest(EditorCase):
    def make(self, sql: str, rule: str, help_line: str) -> None:
        """Types a mistake, which the page explains."""
        self.editor = self.start(bundles.small)
        self.editor.add_sql(sql)
        finding = self.editor.wait_finding(rule)
        assert finding
        # With a button that does something about it, nobody has to read the advice in SQL first.
        if self.editor.all("button", re.compile("^(Fix: |Keep )"), finding) and help_line not in finding.text:
            self.editor.press("Details", "summary", finding)
        wait(lambda: help_line in finding.text, lambda: f"“{help_line}” in {finding.text}")

    def fix(self, sentence: str) -> None:
        self.editor.press(re.compile("^Fix: "))
        self.finish(sentence)

    def finish(self, sentence: str) -> None:
        """The step is well, is saved, and the command agrees."""
        self.editor.wait_finding(None)
        self.editor.wait_steps(AGE, sentence)
        self.editor.settle()
        self.editor.save()
        self.assertEqual(programs.new_findings(self.scripts), [])
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})

    def test_a_typo_in_a_keyword(self) -> None:
        self.make("CRAETE TABLE tag (id INTEGER)", "keyword-typo", "did you mean CREATE?")
        self.fix("Creates the table tag")

    def test_smart_quotes(self) -> None:
        self.make("UPDATE user SET nick = ‘x’ WHERE nick IS NULL", "smart-quotes", "Type the straight quote '.")
        self.fix("nick")
        self.assertIn("'x'", self.contents()["sql_update_3.json"].decode())

    def test_a_missing_semicolon(self) -> None:
        self.make("CREATE TABLE tag (id INTEGER) CREATE TABLE mark (id INTEGER)", "syntax-error", "Write ; between")
        self.editor.press(re.compile("^Fix: "))
        self.editor.wait_finding(None)
        self.editor.wait_steps(AGE, "Creates the table tag", "Creates the table mark")

    def test_two_statements_typed_as_one_step(self) -> None:
        def in_sql(folder: Path) -> None:
            bundles.small(folder)
            (folder / "sql_update_3.json").unlink()
            (folder / "sql_update_3.sql").write_text("ALTER TABLE user ADD COLUMN age INTEGER;\n")

        self.allow("422")
        self.editor = self.start(in_sql)
        self.editor.add_sql("CREATE TABLE tag (id INTEGER); CREATE TABLE mark (id INTEGER);")
        self.editor.wait_text("a step can only have one statement")
        self.editor.press("Split into 2 steps")
        self.editor.wait_steps(AGE, "Creates the table tag", "Creates the table mark")
        self.editor.edit_sql(2, "DROP TABLE IF EXISTS a; CREATE TABLE tag (id INTEGER)")
        self.editor.press("Split into 2 steps")
        wait(lambda: len(self.editor.steps()) == 4, lambda: str(self.editor.steps()))

    def test_a_missing_quote(self) -> None:
        self.make("UPDATE user SET nick = 'x WHERE nick IS NULL", "unclosed-quote", "Write '")
        self.fix("nick")
        self.assertIn(SET_NICK, self.contents()["sql_update_3.json"].decode())

    def test_a_typo_in_the_name_of_a_table(self) -> None:
        self.make("UPDATE usr SET nick = 'x' WHERE nick IS NULL", "no-such-table", "Write user.")
        self.fix("nick")
        self.assertIn(SET_NICK, self.contents()["sql_update_3.json"].decode())

    def test_a_required_column_without_a_default(self) -> None:
        sql = "ALTER TABLE user ADD COLUMN email TEXT NOT NULL"
        self.make(sql, "add-not-null-without-default", "Add a default value")
        self.editor.press("Fix: give existing rows a value …")
        # Nothing is written before the value is seen.
        self.editor.fill("Value that existing rows get", "none")
        axe.check_view(self, self.editor)
        self.editor.press("Give them this value")
        self.editor.wait_text("Fixed: existing rows get 'none'.")
        self.finish("Adds the column email")
        self.assertIn("DEFAULT 'none'", self.contents()["sql_update_3.json"].decode())

    def test_a_wrong_column(self) -> None:
        self.make("UPDATE user SET nik = 'x' WHERE nick IS NULL", "no-such-column", "Write nick.")
        self.fix("nick")
        self.assertIn(SET_NICK, self.contents()["sql_update_3.json"].decode())

    def test_a_table_that_is_there_already(self) -> None:
        self.make("CREATE TABLE session (id INTEGER)", "table-already-exists", "choose another name")
        self.assertNotIn("Fails:", self.editor.text())
        self.editor.press("Delete step 2")
        self.editor.wait_finding(None)
        self.editor.wait_steps(AGE)
        # The news has a button, too.
        self.editor.press(re.compile("^Undo: Step 2 deleted"))
        self.editor.wait_finding("table-already-exists")
        # After another change, it would undo that one.
        self.editor.press("Delete step 2")
        news = re.compile("^Undo: Step 2 deleted")
        self.editor.one("button", news)
        self.editor.fill("Description", "sessions")
        wait(lambda: not self.editor.all("button", news), "the news is gone", 3)

    def test_a_missing_comma(self) -> None:
        sql = "CREATE TABLE tag (id INTEGER PRIMARY KEY name TEXT)"
        self.make(sql, "missing-comma-between-columns", "Write a comma before “name”.")
        self.fix("Creates the table tag")

    def test_a_deletion_of_all_rows_is_kept_with_a_reason(self) -> None:
        self.make("DELETE FROM session", "delete-without-where", "every row of “session”")
        self.assertNotIn("/* sqlscripts", self.editor.text())
        self.editor.press("Keep this step, because …")
        self.editor.press("Keep it")
        self.editor.wait_text("Give a reason")
        self.editor.fill("Keep this step, because", "sessions are created again")
        self.editor.press("Keep it")
        self.finish("Deletes all rows of session")
        self.editor.wait_text("Kept, because: sessions are created again")
        self.assertIn("sessions are created again", self.contents()["sql_update_3.json"].decode())

    def test_a_trailing_comma_in_a_file(self) -> None:
        def broken(folder: Path) -> None:
            bundles.small(folder)
            path = folder / "sql_update_3.json"
            path.write_text(path.read_text().replace('DEFAULT 0"\n', 'DEFAULT 0",\n'))

        self.editor = self.start(broken)
        self.editor.wait_finding("trailing-comma")
        self.editor.press(re.compile("^Fix: "))
        self.editor.wait_finding(None)
        self.editor.wait_steps(AGE)
        self.editor.save()
        self.assertEqual(programs.new_findings(self.scripts), [])
        self.assertEqual(self.before["sql_update_3.json"].replace(b'0",', b'0"'), self.contents()["sql_update_3.json"])

    def test_a_step_that_fails_because_of_one_before_it(self) -> None:
        self.make("ALTER TABLE usr ADD COLUMN email TEXT", "no-such-table", "Write user.")
        self.editor.press("Done")
        self.editor.add_sql("UPDATE user SET email = nick")
        self.editor.wait_steps(AGE, "Cannot run.", "because step 2 fails")
        self.editor.press(re.compile("^Fix: write user"))
        self.editor.wait_finding(None)
        self.editor.wait_steps(AGE, "Adds the column email", "email")

    def misnamed(self, *names: str) -> None:
        """Starts with the small bundle, whose last script has another name, or several."""

        def write(folder: Path) -> None:
            bundles.small(folder)
            script = (folder / "sql_update_3.json").read_bytes()
            (folder / "sql_update_3.json").unlink()
            for name in names:
                (folder / name).write_bytes(script)

        self.editor = self.start(write)

    def name_well(self, button: str, *names: str) -> None:
        """Repairs the name, and the command agrees."""
        self.editor.press(f"Fix: {button}")
        self.editor.wait_finding(None)
        self.editor.settle()
        self.editor.save()
        self.assertEqual({name for name in self.contents() if name.startswith("sql_u")}, {"sql_update_2.json", *names})
        self.assertEqual(programs.new_findings(self.scripts), [])
        self.assertNotIn("another program", self.editor.text())

    def test_a_wrong_file_name(self) -> None:
        self.misnamed("sql_udpate_3.json")
        self.name_well("rename “sql_udpate_3.json” to “sql_update_3.json”", "sql_update_3.json")

    def test_a_gap(self) -> None:
        self.misnamed("sql_update_4.json")
        self.name_well("make “sql_update_4.json” update 3", "sql_update_3.json")

    def test_a_name_with_capitals(self) -> None:
        self.misnamed("Sql_Update_3.json")
        self.name_well("rename “Sql_Update_3.json” to “sql_update_3.json”", "sql_update_3.json")

    def test_two_files_with_one_version(self) -> None:
        self.misnamed("sql_update_3.json", "sql_update_3_city.json")
        bundles.write_script(self.scripts, "sql_update_3_city", ["ALTER TABLE user ADD COLUMN city TEXT"])
        editor = self.editor
        editor.press("Show it (reload)")
        editor.wait_finding("version 3 exists twice")
        editor.press("Column")
        editor.wait_text("The tables are not known, because the scripts could not be run up to here.")
        editor.press("Show both files …")
        editor.wait_text("Two files have the same version")
        self.assertIn("Adds the column age", editor.text())
        self.assertIn("Adds the column city", editor.text())
        axe.check_view(self, editor)
        editor.press("Delete “sql_update_3.json”")
        editor.wait_steps("city")
        editor.wait_text("Done. The files change when you save.")
        editor.press("Undo: Done. The files change when you save.")
        editor.wait_finding("version 3 exists twice")
        editor.press("Show both files …")
        editor.press("Make “sql_update_3_city.json” update 4")
        editor.wait_finding(None)
        editor.save()
        self.assertEqual(self.changed_files(), {"sql_update_3_city.json", "sql_update_4_city.json"})

    def test_a_table_that_exists_already(self) -> None:
        same = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT)"
        self.make(same, "already exists", "Remove the statement")
        editor = self.editor
        editor.press("step 1 of the default script: Creates the table user with the columns id, name and nick.")
        editor.wait_text("Tables after the default script")
        self.assertIn("Creates the table user", editor.focused.text)
        editor.select("Update 3")
        self.assertFalse(editor.has("button", re.compile("^Fix: create it only")))

    def test_a_released_script_that_was_changed(self) -> None:
        def changed(folder: Path) -> None:
            bundles.small(folder)
            path = folder / "sql_update_2.json"
            path.write_text(path.read_text().replace("note TEXT", "note INTEGER"))

        self.editor = self.start(changed)
        self.editor.wait_finding("released-script-changed")
        self.assertTrue(self.editor.has("heading", "Update 2"))
        self.editor.wait_text("released, but changed")

    def test_a_missing_bracket_in_a_file(self) -> None:
        def broken(folder: Path) -> None:
            bundles.small(folder)
            (folder / "sql_update_3.json").write_text('{"statements": ["SELECT 1"')

        editor = self.start(broken)
        editor.wait_finding("the “[” of this list has no matching “]”")
        self.assertTrue(editor.has("field", "Text of the file") or editor.has("button", re.compile("^Fix: ")))

    def test_a_mistake_in_a_file_stands_above_its_text_and_leads_to_the_line(self) -> None:
        head = '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<array>\n'
        wrong = "<string>CREATE TABLE tag (id INTEGER PRIMARY KEY)</strng>"

        def broken(folder: Path) -> None:
            bundles.small(folder)
            (folder / "sql_update_4.plist").write_text(f"{head}{wrong}\n</array>\n</plist>\n")

        editor = self.start(broken)
        finding = editor.wait_finding("is closed by")
        field = editor.one("field", "Text of the file")
        assert finding
        self.assertLess(finding.location["y"], field.location["y"])
        self.assertEqual(len(editor.findings()), 1)
        axe.check_view(self, editor)
        editor.press("Show line 4", inside=finding)
        selected = "const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd)"
        self.assertEqual(editor.script(selected), wrong)
        editor.type(wrong.replace("strng", "string"))
        editor.wait_text("The file can be read again.")
        editor.press("Show its steps")
        editor.wait_steps("Creates the table tag")


if __name__ == "__main__":
    unittest.main()
