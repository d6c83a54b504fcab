"""Ten common mistakes, made by typing SQL, and repaired on the page."""

import re
import unittest
from pathlib import Path

import bundles
import programs
from editor import EditorCase
from selenium.webdriver.common.keys import Keys

AGE = "Adds the column age"


class MistakesTest(EditorCase):
    def make(self, sql: str, rule: str, help_line: str) -> None:
        """Types a mistake, which the page explains."""
        self.editor = self.start(bundles.small)
        self.editor.add_sql(sql)
        finding = self.editor.wait_finding(rule)
        assert finding
        self.assertIn(help_line, finding.text)

    def fix(self, sentence: str) -> None:
        self.editor.press(re.compile("^Fix: "))
        self.finish(sentence)

    def retype(self, sql: str, sentence: str) -> None:
        """Corrects the text in the open field."""
        field = self.editor.one("field", re.compile("^SQL of "))
        self.editor.click(field)
        self.editor.keys(Keys.CONTROL, "a")
        field.send_keys(sql)
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

    def test_a_missing_quote(self) -> None:
        self.make("UPDATE user SET nick = 'x WHERE nick IS NULL", "unclosed-quote", "Write '")
        self.retype("UPDATE user SET nick = 'x' WHERE nick IS NULL", "nick")

    def test_a_typo_in_the_name_of_a_table(self) -> None:
        self.make("UPDATE usr SET nick = 'x' WHERE nick IS NULL", "no-such-table", "Write user.")
        self.retype("UPDATE user SET nick = 'x' WHERE nick IS NULL", "nick")

    def test_a_required_column_without_a_default(self) -> None:
        sql = "ALTER TABLE user ADD COLUMN email TEXT NOT NULL"
        self.make(sql, "add-not-null-without-default", "Add a default value")
        self.retype(f"{sql} DEFAULT 'none'", "Adds the column email")

    def test_a_wrong_column(self) -> None:
        self.make("UPDATE user SET nik = 'x' WHERE nick IS NULL", "no-such-column", "Write nick.")
        self.retype("UPDATE user SET nick = 'x' WHERE nick IS NULL", "nick")

    def test_a_table_that_is_there_already(self) -> None:
        self.make("CREATE TABLE session (id INTEGER)", "table-already-exists", "choose another name")
        self.retype("CREATE TABLE visit (id INTEGER)", "Creates the table visit")

    def test_a_missing_comma(self) -> None:
        sql = "CREATE TABLE tag (id INTEGER PRIMARY KEY name TEXT)"
        self.make(sql, "missing-comma-between-columns", "Write a comma before “name”.")
        self.retype(sql.replace(" name", ", name"), "Creates the table tag")

    def test_a_deletion_of_all_rows_is_kept_with_a_reason(self) -> None:
        self.make("DELETE FROM session", "delete-without-where", "every row of “session”")
        self.editor.press("Yes, keep it, because …")
        self.editor.press("Keep it")
        self.editor.wait_text("Give a reason")
        self.editor.fill("Keep it, because", "sessions are created again")
        self.editor.press("Keep it")
        self.finish("Deletes all rows of session")
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

    def test_a_missing_bracket_in_a_file(self) -> None:
        def broken(folder: Path) -> None:
            bundles.small(folder)
            (folder / "sql_update_3.json").write_text('{"statements": ["SELECT 1"')

        editor = self.start(broken)
        editor.wait_finding("unclosed list")
        self.assertTrue(editor.has("field", "Text of the file") or editor.has("button", re.compile("^Fix: ")))


if __name__ == "__main__":
    unittest.main()
