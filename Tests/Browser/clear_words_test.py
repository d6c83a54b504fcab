"""What the page says of problems and of changes, to people who know no SQL."""

import re
import unittest
from pathlib import Path

import axe
import bundles
from browser import wait
from editor import EditorCase

KEYED = ["CREATE TABLE setting (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)", "INSERT INTO setting (name) VALUES ('a')"]


def keyed(folder: Path) -> None:
    bundles.write_script(folder, "sql_default", KEYED)


class ClearWordsTest(EditorCase):
    def test_a_preview_that_fails_is_a_problem(self) -> None:
        editor = self.start(keyed)
        editor.press("Row")
        editor.fill("name", "b")
        editor.wait_text("This will be added:")
        editor.fill("name", "a")
        editor.wait_text("This step would fail:")
        problem = editor.one("group", "Error")
        self.assertNotIn("This will be added", editor.text())
        self.assertNotIn("Fails:", editor.text())
        self.assertGreater(len(problem.text.splitlines()), 1, "what to do about it")
        axe.check_view(self, editor)
        self.browser.screenshot("form-failing")
        editor.fill("name", "b")
        editor.wait_text("This will be added:")
        self.assertFalse(editor.has("group", "Error"))
        editor.press("Add to the default script")
        editor.wait_steps("setting", "Adds .*2 rows")

    def test_a_row_that_fails_can_be_edited_in_its_form(self) -> None:
        editor = self.start(keyed)
        editor.press("Row")
        editor.fill("name", "a")
        editor.wait_text("This step would fail:")
        editor.press("Add to the default script anyway")
        editor.wait_finding("name")
        editor.press("Edit step 3", inside=editor.step(3))
        editor.fill("name", "c")
        editor.wait_text("This is what step 3 will do:")
        editor.press("Change step 3")
        editor.wait_finding(None)

    def test_forms_that_delete_or_add_a_column_ask_for_the_table(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Delete a table")
        editor.wait_text("Choose the table to delete.")
        editor.press("Add to update 3")
        self.assertEqual(editor.focused.tag_name, "select")
        editor.choose("Table", "session")
        editor.wait_text("This will be added:")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.press("Column")
        editor.fill("Name", "city")
        editor.wait_text("Choose the table that gets the column.")
        editor.choose("Table", "user")
        editor.wait_text("This will be added:")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.press("Delete rows")
        editor.wait_text("Choose the table.")
        editor.choose("Table", "session")
        editor.click(editor.one("check", "All rows"))
        editor.wait_text("This will be added:")

    def test_a_form_begins_with_the_table_of_the_last_one(self) -> None:
        editor = self.start(bundles.small)
        table = lambda: editor.one("select", "Table").find_element("css selector", "option:checked").text  # noqa: E731
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "place")
        editor.wait_text("This will be added:")
        editor.press("Add to update 3")
        editor.wait_steps("age", "place")
        for form in ("Column", "Change a table", "Index", "Fill values", "Row"):
            editor.press(form)
            self.assertEqual(table(), "session", form)
            editor.press("Cancel")
        # What is deleted is always chosen.
        editor.press("Delete a table")
        self.assertEqual(table(), "Choose a table …")
        editor.press("Cancel")
        editor.click(editor.driver.find_element("css selector", "g.box[data-table=user]"))
        editor.press("Column")
        self.assertEqual(table(), "user")

    def test_a_script_that_fails_is_not_said_to_change_no_rows(self) -> None:
        editor = self.start(bundles.small)
        editor.wait_text("Sample rows, before → after")
        editor.create_script("names")
        editor.wait_text("This script changes no rows.")
        editor.add_sql("UPDATE user SET nmae = 'x'")
        editor.wait_text("This script fails, so it changes no rows. Correct the errors first.")

    def test_the_news_of_saving_goes_with_the_next_edit(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.save()
        toasts = lambda: [each.text for each in editor.driver.find_elements("css selector", ".toast")]  # noqa: E731
        self.assertEqual(toasts(), ["Saved sql_update_3.json."])
        editor.add_sql("CREATE TABLE place (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "tag", "place")
        self.assertNotIn("Saved sql_update_3.json.", toasts())

    def test_what_has_only_one_answer_is_not_asked(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Change a table")
        editor.choose("Table", "user")
        column = editor.one("group", "Column name")
        editor.click(editor.all("summary", re.compile("^More"), column)[0])
        editor.tick("Unique: no two rows have the same value", column)
        editor.wait_text("There is only one way:")
        editor.wait_text("This will be added:")
        editor.wait_text("The update will fail for everyone with such a row")
        axe.check_view(self, editor)
        self.browser.screenshot("form-one-answer")
        editor.press("Add to update 3")
        editor.wait_steps("age", "name")
        editor.press("Edit step 2", inside=editor.step(2))
        editor.wait_text("There is only one way:")

    def test_undo_names_the_step_that_was_moved(self) -> None:
        def steps(folder: Path) -> None:
            bundles.small(folder)
            columns = [f"ALTER TABLE user ADD COLUMN {name} TEXT" for name in ("city", "phone", "street")]
            bundles.write_script(folder, "sql_update_3", columns)

        editor = self.start(steps)
        start = ["city", "phone", "street"]
        for step, direction, name in ((1, "down", "city"), (2, "down", "phone"), (3, "up", "street"), (2, "up", "phone")):
            moved = [each for each in start if each != name]
            moved.insert(start.index(name) + (1 if direction == "down" else -1), name)
            editor.press(f"Move step {step} {direction}")
            # Messages of the round before may still be there.
            for press, word, steps_then in ((None, None, moved), ("Undo", "Undone", start), ("Redo", "Redone", moved), ("Undo", "Undone", start)):
                if press:
                    editor.press(press)
                editor.wait_steps(*steps_then)
                editor.wait_text(f"{word}: moved “Adds the column {name} " if word else f"Step {step} moved {direction}.")
                editor.settle()

    def test_a_step_is_moved_or_deleted_while_an_undo_is_on_its_way(self) -> None:
        def steps(folder: Path) -> None:
            bundles.small(folder)
            columns = [f"ALTER TABLE user ADD COLUMN {name} TEXT" for name in ("city", "phone", "street")]
            bundles.write_script(folder, "sql_update_3", columns)

        editor = self.start(steps)
        editor.press("Move step 1 down")
        editor.wait_steps("phone", "city", "street")
        editor.settle()
        # In one task of the page, so that the answer cannot come in between.
        press = "for (const name of arguments) [...document.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(name)).click()"
        editor.script(press, "Undo", "Move step 2 down")
        editor.wait_steps("phone", "street", "city")
        editor.settle()
        editor.script(press, "Undo", "Delete step 1")
        editor.wait_steps("city", "street")
        self.assertNotIn("was not made", editor.text())

    def test_undo_says_what_a_step_does_that_is_not_reached(self) -> None:
        def steps(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_3", ["ALTER TABLE user ADD COLUMN city TEXT", "ALTER TABLE user ADD COLUMN phone TEXT"])

        editor = self.start(steps)
        editor.edit_sql(1, "CREATE TABLE")
        editor.wait_text("Not reached")
        editor.press("Delete step 2")
        editor.wait_text("1 step")
        editor.settle()
        editor.press("Undo")
        text = editor.wait_text(re.compile("Undone: deleted “Adds the column phone"))
        self.assertNotIn("“Not reached", text)

    def test_undoing_another_name_says_so(self) -> None:
        def misnamed(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_updat_4", ["CREATE TABLE tag (id INTEGER PRIMARY KEY)"])

        editor = self.start(misnamed)
        editor.press("Fix: rename “sql_updat_4.json” to “sql_update_4.json”")
        editor.wait_steps("Creates the table tag")
        editor.settle()
        editor.press("Undo")
        editor.wait_text("Undone: renamed the file sql_updat_4.json to sql_update_4.json.")

    def test_other_numbers_are_told_as_other_names(self) -> None:
        def emptied(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_4", ["CREATE TABLE tag (id INTEGER PRIMARY KEY)"])
            bundles.write_script(folder, "sql_update_5", ["CREATE TABLE tag5 (id INTEGER PRIMARY KEY)"])

        editor = self.start(emptied)
        editor.select("Update 3")
        editor.press("Delete step 1")
        editor.press("Delete this update")
        editor.press("Delete it")
        editor.wait_steps("Creates the table tag")
        editor.settle()
        editor.add_sql("CREATE TABLE label (id INTEGER PRIMARY KEY)")
        editor.wait_steps("Creates the table tag", "label")
        editor.settle()
        editor.press("Done")
        editor.press(re.compile("^Save$"))
        text = editor.wait_text("Save these changes?")
        self.assertIn("Renames the file sql_update_4.json to sql_update_3.json.", text)
        self.assertIn("Renames the file sql_update_5.json to sql_update_4.json.", text)
        self.assertRegex(text, r"added\s+Creates the table label")
        self.assertNotRegex(text, r"added\s+Creates the table tag|Deletes the file")
        self.browser.screenshot("save-renumbered")
        editor.press("Cancel")
        editor.press("Undo")
        editor.wait_text("Undone: added “Creates the table label")
        editor.press("Undo")
        editor.wait_text("Undone: deleted update 3 and renamed 2 files.")

    def test_what_was_undone_as_one_is_redone_as_one(self) -> None:
        def later(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_4", ["UPDATE user SET nick = 'x'"])

        editor = self.start(later)
        editor.select("Update 3")
        editor.add_sql("ALTER TABLE user RENAME COLUMN nick TO al")
        editor.wait_text("1 script not saved")
        editor.settle()
        field = editor.one("field", re.compile("^SQL of step"))
        for letters in ("i", "as"):
            field.send_keys(letters)
            wait(lambda: "Checking …" not in editor.text())
            editor.wait_text(re.compile("to alias" if letters == "as" else "to ali"))
            editor.settle()
        editor.press("Done")
        editor.press("Undo the new step")
        editor.wait_steps("age")
        editor.press("Redo")
        editor.wait_steps("age", "nick.* to alias")
        editor.press("Undo")
        editor.wait_steps("age")

    def test_a_split_step_is_not_undone_as_what_was_typed_before(self) -> None:
        def text(folder: Path) -> None:
            bundles.small(folder)
            (folder / "sql_update_3.json").unlink()
            (folder / "sql_update_3.sql").write_text("ALTER TABLE user ADD COLUMN age INTEGER;\n")

        editor = self.start(text)
        editor.add_sql("CREATE TABLE one (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "one")
        editor.settle()
        self.allow("422")
        field = editor.one("field", re.compile("^SQL of step"))
        field.send_keys("; CREATE TABLE two (id INTEGER PRIMARY KEY)")
        editor.press("Split into 2 steps")
        editor.wait_steps("age", "one", "two")
        editor.settle()
        # The split is one change, and nothing that was typed before goes with it.
        editor.press("Undo")
        editor.wait_steps("age", "one")

    def test_the_banner_about_another_program_follows_what_is_not_saved(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "tag")
        bundles.write_script(self.scripts, "sql_update_4", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("You have changes that are not saved.")
        editor.press("Save mine …")
        editor.press("Save this file")
        editor.wait_text("The files were changed")
        wait(lambda: "You have changes that are not saved." not in editor.text(), editor.text)
        self.assertFalse(editor.has("button", "Save mine …"))
        editor.press("Show it (reload)")
        wait(lambda: not editor.has("button", "Show it (reload)"), editor.text)

    def test_few_tables_are_drawn_as_they_are(self) -> None:
        def three(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_3", ["CREATE TABLE place (id INTEGER PRIMARY KEY, session_id INTEGER REFERENCES session (id))"])

        editor = self.start(three)
        editor.wait_text("100 %")
        size = editor.script("const frame = document.querySelector('.viewport'); return [frame.scrollWidth, frame.clientWidth]")
        self.assertLessEqual(*size)

    def test_all_tables_are_shown_from_their_beginning(self) -> None:
        def many(folder: Path) -> None:
            bundles.write_script(folder, "sql_default", [f"CREATE TABLE t{number} (id INTEGER PRIMARY KEY)" for number in range(60)])
            bundles.write_script(folder, "sql_update_2", ["ALTER TABLE t59 ADD COLUMN x TEXT"])

        editor = self.start(many)
        editor.press("All tables")
        self.assertEqual(editor.script("const frame = document.querySelector('.viewport'); return [frame.scrollLeft, frame.scrollTop]"), [0, 0])

    def test_names_are_sorted_as_people_do(self) -> None:
        def things(folder: Path) -> None:
            bundles.write_script(folder, "sql_default", [f"CREATE TABLE thing{number} (id INTEGER PRIMARY KEY)" for number in (10, 2, 1)])

        editor = self.start(things)
        expected = ["thing1", "thing2", "thing10"]
        editor.press("Row")
        options = editor.one("select", "Table").text.split()
        self.assertEqual([each for each in options if each.startswith("thing")], expected)
        editor.press("Cancel")
        editor.press("List", "tab")
        self.assertEqual([each.text for each in editor.all("heading", re.compile("^thing"))], expected)

    def test_a_finding_of_several_steps_of_a_card_is_listed_once(self) -> None:
        def colors(folder: Path) -> None:
            bundles.write_script(folder, "sql_default", ["CREATE TABLE color (id INTEGER PRIMARY KEY, name TEXT)"])
            rows = [f'INSERT INTO color (id, name) VALUES ({id}, "{name}")' for id, name in [(1, "red"), (2, "blue"), (3, "red")]]
            bundles.write_script(folder, "sql_update_2", rows)

        editor = self.start(colors)
        editor.select("Update 2")
        editor.wait_finding("in double quotes")
        self.assertEqual([re.findall("In steps? .*", each) for each in editor.findings()], [["In steps 1, 3."], ["In step 2."]])
        axe.check_view(self, editor)
        editor.press(re.compile(r"^Fix: .* \(step 1\)$"))
        editor.wait_finding("In step 3.")
        self.assertFalse(editor.has("button", re.compile(r"^Fix: .* \(step")))

    def test_names_of_rules_are_in_the_details(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("DELETE FROM session")
        finding = editor.wait_finding("every row of")
        rule = str(finding.get_attribute("data-rule"))
        self.assertNotIn(rule, editor.text())
        editor.click(editor.all("summary", re.compile("Details|Why"), finding)[0])
        self.assertIn(rule, editor.text())

    def test_what_breaks_a_release_stays_in_sight_until_it_is_mended(self) -> None:
        editor = self.start(bundles.small)
        path = self.scripts / "sql_update_2.json"
        text = path.read_text()
        path.write_text(text.replace("'x'", "'y'"))
        editor.wait_text("although it is released")
        self.assertFalse(editor.has("button", "Close this message"))
        path.write_text(text)
        wait(lambda: not editor.has("button", "Look at the change (reload)"), editor.text)


if __name__ == "__main__":
    unittest.main()
