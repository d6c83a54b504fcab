"""Changes to tables that a user makes with forms."""

import re
import unittest

import axe
import bundles
import programs
from browser import wait
from editor import EditorCase


class ChangesTest(EditorCase):
    def setUp(self) -> None:
        super().setUp()
        self.editor = self.start(bundles.small)

    def saved(self) -> None:
        """Saves. Only the draft has changed, and `validate` finds what the page shows."""
        self.editor.settle()
        self.editor.save()
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})

    def test_the_diagram_says_what_became_unique(self) -> None:
        editor = self.editor
        editor.create_script("names")
        editor.add_sql("CREATE UNIQUE INDEX user_name ON user (name)")
        editor.wait_text("no two with the same name")

    def test_add_a_column(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "started")
        editor.choose("Type", "Date and time")
        editor.press("Add to update 3")
        editor.wait_steps("age", "Adds the column started to session")
        self.saved()
        self.assertEqual(programs.new_findings(self.scripts), [])

    def test_a_required_column_asks_for_the_values_of_old_rows(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "email")
        editor.tick("Required")
        editor.wait_text("Answer the question above")
        editor.press("Add to update 3")
        editor.wait_text("Enter a value for the answer")
        editor.fill("The value for these rows", "none")
        editor.press("Add to update 3")
        editor.wait_steps("age", "email")
        self.saved()
        self.assertIn("none", self.contents()["sql_update_3.json"].decode())

    def test_the_values_of_old_rows_in_a_yes_or_no_column_are_chosen(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "vip")
        editor.choose("Type", "Yes or no")
        editor.tick("Required")
        editor.click(editor.one("check", "Give them this value"))
        editor.choose("The value for these rows", "No")
        editor.press("Add to update 3")
        editor.wait_steps("age", "vip")
        self.saved()

    def test_rename_a_column(self) -> None:
        editor = self.editor
        editor.press("Change a table")
        editor.choose("Table", "user")
        editor.fill("Name", "nickname", editor.one("group", "Column nick"))
        editor.wait_text("All values are kept")
        editor.press("Add to update 3")
        editor.wait_steps("age", "Renames .*nick.* to nickname")
        self.saved()
        self.assertIn("RENAME COLUMN", self.contents()["sql_update_3.json"].decode())

    def test_dropping_a_column_says_that_its_values_are_lost(self) -> None:
        editor = self.editor
        editor.press("Change a table")
        editor.choose("Table", "user")
        editor.press("Delete the column nick")
        editor.wait_text("nick will be deleted with all its values")
        editor.wait_text("This will be added:")
        editor.press("Add to update 3")
        editor.wait_steps("age", "nick")
        self.saved()

    def test_closing_a_form_with_entries_asks(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.fill("Name", "email")
        editor.press("Cancel")
        editor.press("Go on editing")
        self.assertEqual(editor.one("field", "Name").get_attribute("value"), "email")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.wait_steps("age")

    def test_fill_values(self) -> None:
        editor = self.editor
        editor.press("Fill values")
        editor.choose("Table", "user")
        editor.choose("Column", "nick")
        editor.fill("New value", "none")
        editor.press("Add to update 3")
        editor.wait_steps("age", "nick")
        self.saved()
        self.assertEqual(programs.new_findings(self.scripts), [])

    def test_add_an_index(self) -> None:
        editor = self.editor
        editor.press("Index")
        editor.choose("Table", "session")
        editor.tick("user_id")
        editor.press("Add to update 3")
        editor.wait_steps("age", "session")
        self.saved()
        self.assertIn("CREATE INDEX", self.contents()["sql_update_3.json"].decode())

    def test_a_deleted_step_takes_its_check_with_it(self) -> None:
        editor = self.editor
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("nick")
        editor.tick("Unique: no two rows have the same values in these columns")
        editor.wait_text("with the same “nick”")
        editor.click(editor.one("check", "Stop the update if there are rows that do not fit"))
        editor.press("Add to update 3")
        editor.wait_steps("age", "nick")
        editor.wait_text("Checked before it runs (1)")
        editor.press("Delete step 2")
        editor.wait_steps("age")
        self.assertNotIn("Checked before it runs", editor.text())
        editor.press("Undo")
        editor.wait_text("Checked before it runs (1)")

    def test_an_answer_that_is_complete_asks_for_nothing(self) -> None:
        editor = self.editor
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("nick")
        editor.tick("Unique: no two rows have the same values in these columns")
        editor.click(editor.one("check", re.compile("Keep each nick in the row with the lowest id")))
        editor.wait_text("This will be added:")
        editor.wait_text("In rows that do not fit: keep each nick in the row with the lowest id, and delete it from the other rows that have it.")
        editor.click(editor.one("summary", "Change the SQL"))
        editor.fill("SQL expression for these rows", "NULL")
        self.allow("422")
        editor.wait_text("would give every row the same value")
        field = editor.one("field", "SQL expression for these rows")
        self.assertEqual(field.get_attribute("value"), "NULL")
        self.assertTrue(editor.one("check", re.compile("Keep each nick in the row")).is_selected())
        editor.fill("SQL expression for these rows", "")
        editor.wait_text("This will be added:")
        editor.press("Add to update 3")
        editor.wait_steps("age", "user", "nick")
        self.saved()
        self.assertIn("min(rowid)", self.contents()["sql_update_3.json"].decode())

    def test_a_check_that_has_to_run_earlier_goes_into_a_new_update(self) -> None:
        editor = self.editor
        self.allow("422")
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("age")
        editor.tick("Unique: no two rows have the same values in these columns")
        editor.press("Put this into a new update")
        # The rows that the scripts add have the same age.
        editor.wait_text("Add to update 4 anyway")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.wait_text("Everything is saved")
        self.assertFalse(editor.has("option", re.compile("^Update 4")))
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("age")
        editor.tick("Unique: no two rows have the same values in these columns")
        editor.press("Put this into a new update")
        editor.press("Add to update 4 anyway")
        editor.wait_text("Checked before it runs (1)")
        self.assertTrue(editor.has("heading", "Update 4"))

    def test_deleting_a_step_that_others_need_asks_what_about_them(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "vip")
        editor.press("Add to update 3")
        editor.wait_steps("age", "vip")
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("vip")
        editor.press("Add to update 3")
        editor.wait_steps("age", "vip", "vip")
        editor.press("Delete step 2")
        editor.wait_text("Step 2 needs what you have deleted")
        editor.press("Undo the deletion")
        editor.wait_steps("age", "vip", "vip")
        editor.press("Delete step 2")
        editor.press("Delete step 2 too")
        editor.wait_steps("age")
        editor.wait_finding(None)

    def test_a_step_that_fails_anyway_does_not_need_what_was_deleted(self) -> None:
        editor = self.editor
        for table in ("foo", "bar"):
            editor.add_sql(f"DELETE FROM {table} WHERE a = 1")
            editor.press("Done")
            wait(lambda: not editor.has("field", re.compile("^SQL of ")), "the field is closed")
        editor.wait_steps("age", "run", "run")
        editor.settle()
        editor.press("Delete step 2")
        editor.wait_text("Step 2 deleted. Undo brings it back")
        editor.press("Delete step 1")
        editor.wait_text("Step 1 deleted. Undo brings it back")

    def test_an_old_error_does_not_hide_that_a_step_needs_the_deleted_one(self) -> None:
        editor = self.editor
        for sql in ("CREATE TABLE tag (id INTEGER PRIMARY KEY)", "DROP TABLE tag", "DELETE FROM bar WHERE a = 1"):
            editor.add_sql(sql)
            editor.press("Done")
            wait(lambda: not editor.has("field", re.compile("^SQL of ")), "the field is closed")
        editor.wait_steps("age", "tag", "tag", "run")
        editor.press("Delete step 2")
        editor.wait_text("Step 2 needs what you have deleted")
        editor.press("Delete step 2 too")
        editor.wait_text("2 steps deleted. Undo brings them back")
        editor.wait_steps("age", "run")
        editor.press(re.compile("^Undo: 2 steps deleted"))
        editor.wait_steps("age", "tag", "tag", "run")

    def test_undo_after_several_deletions_takes_all_of_them_back(self) -> None:
        editor = self.editor
        for sql in ("CREATE TABLE tag (id INTEGER PRIMARY KEY)", "DELETE FROM tag WHERE id = 1", "DROP TABLE tag"):
            editor.add_sql(sql)
            editor.press("Done")
            wait(lambda: not editor.has("field", re.compile("^SQL of ")), "the field is closed")
        editor.wait_steps("age", "tag", "tag", "tag")
        editor.press("Delete step 2")
        editor.wait_text("Step 2 needs what you have deleted")
        editor.press("Delete step 2 too")
        editor.press("Undo all 2 deletions")
        editor.wait_steps("age", "tag", "tag", "tag")

    def test_the_tables_after_the_script_follow(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "place")
        editor.press("Add to update 3")
        editor.wait_steps("age", "place")
        editor.press("Changes", "tab")
        tables = editor.region("Tables after update 3")
        self.assertIn("place", tables.text)
        editor.press("SQL", "tab")
        self.assertIn("place", editor.region("Tables after update 3").text)


class EditedStepTest(EditorCase):
    """Steps that are changed in the form that makes them."""

    def setUp(self) -> None:
        super().setUp()
        self.editor = self.start(bundles.small)

    def edit(self, step: int | str) -> None:
        name = f"step {step}" if isinstance(step, int) else f"steps {step}"
        self.editor.press(f"Edit {name}")
        self.editor.wait_text(f"Edit {name}: ")

    def test_a_wrong_column_is_corrected(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "emial")
        editor.fill("Default value", "nnoe")
        editor.press("Add to update 3")
        editor.wait_steps("age", "emial .*nnoe")
        self.edit(2)
        self.assertEqual(editor.one("field", "Name").get_attribute("value"), "emial")
        self.assertEqual(editor.one("field", "Default value").get_attribute("value"), "nnoe")
        self.assertEqual(axe.violations(editor), [])
        editor.fill("Name", "email")
        editor.fill("Default value", "none")
        editor.wait_text("This is what step 2 will do:")
        editor.press("Change step 2")
        editor.wait_steps("age", "email .*none")
        editor.wait_text("Step 2 changed.")
        editor.press("Undo")
        editor.wait_steps("age", "emial .*nnoe")

    def test_the_answers_of_a_required_column_are_there_again(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "email")
        editor.tick("Required")
        editor.click(editor.one("check", "Give them this value"))
        editor.fill("The value for these rows", "nobody")
        editor.press("Add to update 3")
        editor.wait_steps("age", "email")
        self.edit("2–5")
        editor.wait_text("This is what steps 2–5 will do:")
        self.assertEqual(editor.one("field", "The value for these rows").get_attribute("value"), "nobody")
        editor.fill("The value for these rows", "somebody")
        editor.press("Change steps 2–5")
        editor.wait_steps("age", "email .*somebody")

    def test_answers_survive_a_new_name_and_come_back_with_their_question(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "emial")
        editor.tick("Required")
        editor.click(editor.one("check", "Give them this value"))
        editor.fill("The value for these rows", "nobody")
        editor.press("Add to update 3")
        editor.wait_steps("age", "emial")
        self.edit("2–5")
        editor.wait_text("This is what steps 2–5 will do:")
        editor.fill("Name", "email")
        editor.wait_text("adds email")
        self.assertEqual(editor.one("field", "The value for these rows").get_attribute("value"), "nobody")
        editor.tick("Required")
        wait(lambda: not editor.has("check", "Give them this value"), "the question is gone")
        editor.tick("Required")
        editor.wait_text("adds email")
        self.assertEqual(editor.one("field", "The value for these rows").get_attribute("value"), "nobody")
        editor.press("Change steps 2–5")
        editor.wait_steps("age", "email .*nobody")

    def test_rows_values_names_and_indexes_are_corrected(self) -> None:
        editor = self.editor
        editor.press("Row")
        editor.choose("Table", "user")
        editor.fill("name", "Bob")
        editor.fill("nick", "boby")
        editor.press("Add to update 3")
        editor.wait_steps("age", "boby")
        self.edit(2)
        editor.fill("nick", "bobby")
        editor.press("Change step 2")
        editor.wait_steps("age", "bobby")
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("nick")
        editor.press("Add to update 3")
        editor.wait_steps("age", "bobby", "nick")
        self.edit(3)
        editor.tick("nick")
        editor.tick("age")
        editor.press("Change step 3")
        editor.wait_steps("age", "bobby", "age")
        editor.press("Change a table")
        editor.choose("Table", "user")
        editor.press("Delete the column nick")
        editor.press("Add to update 3")
        editor.wait_steps("age", "bobby", "age", "nick")
        self.edit(4)
        editor.wait_text("nick will be deleted with all its values")
        editor.press("Put it back")
        editor.fill("Name", "nickname", editor.one("group", "Column nick"))
        editor.press("Change step 4")
        editor.wait_steps("age", "bobby", "age", "Renames .*nick.* to nickname")

    def add_required(self, name: str) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", name)
        editor.tick("Required")
        editor.click(editor.one("check", "Give them this value"))
        editor.fill("The value for these rows", "none")
        editor.wait_text("This will be added:")
        text = editor.one("group", "Preview").text
        self.assertIn(f"adds {name}", text)
        self.assertEqual(text.count("adds "), 1, text)
        editor.press("Add to update 3")

    def test_each_required_column_is_a_step_of_its_own(self) -> None:
        editor = self.editor
        self.add_required("vip")
        editor.wait_steps("age", "adds vip")
        self.add_required("street")
        editor.wait_steps("age", "adds vip ", "adds street ")
        self.edit("6–9")
        editor.fill("The value for these rows", "unknown")
        editor.press("Change steps 6–9")
        editor.wait_steps("age", "vip .*none", "street .*unknown")
        editor.press("Delete steps 2–5")
        editor.wait_text("Steps 2–5 need what you have deleted")
        self.assertEqual(axe.violations(editor), [])
        editor.press("Adapt the later steps")
        editor.wait_steps("age", "adds street ")
        editor.wait_finding(None)
        editor.press("Undo")
        editor.wait_steps("age", "adds vip ", "adds street ")
        editor.press("Delete steps 6–9")
        editor.wait_steps("age", "adds vip ")

    def test_later_steps_follow_a_name_that_is_corrected(self) -> None:
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "emial")
        editor.press("Add to update 3")
        editor.wait_steps("age", "emial")
        editor.press("Index")
        editor.choose("Table", "user")
        editor.tick("emial")
        editor.press("Add to update 3")
        editor.wait_steps("age", "emial", "emial")
        self.edit(2)
        editor.fill("Name", "email")
        editor.press("Change step 2")
        editor.wait_text("Step 3 needs what you have changed")
        editor.press("Adapt the later steps")
        editor.wait_steps("age", "email", "email")
        editor.wait_finding(None)

    def rebuild(self, *, released: bool) -> None:
        """Adds a column, and a later script that repeats it when it adds another one."""
        editor = self.editor
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "place")
        editor.fill("Default value", "here")
        editor.press("Add to update 3")
        editor.wait_steps("age", "place .*here")
        editor.create_script("more")
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "device")
        editor.tick("Required")
        editor.click(editor.one("check", "Give them this value"))
        editor.fill("The value for these rows", "none")
        editor.press("Add to update 4")
        editor.wait_steps("device")
        if released:
            editor.save()
            lock = self.scripts / "sqlscripts.lock"
            lines = [line for line in lock.read_text().splitlines() if "sql_update_3" not in line]
            bundles.release(self.scripts)
            others = [line for line in lock.read_text().splitlines() if "sql_update_4" in line]
            lock.write_text("\n".join([*lines, *others]) + "\n")
            editor.wait_text("Released. Databases in use")
        editor.select("Update 3")
        self.edit(2)
        editor.fill("Default value", "there")
        editor.press("Change step 2")

    def test_a_later_script_keeps_a_changed_default_value(self) -> None:
        editor = self.editor
        self.rebuild(released=False)
        editor.wait_text("Steps 1–4 of update 4 undo your change")
        editor.wait_text("the column “place” in “session” is as it was before your change")
        self.assertEqual(axe.violations(editor), [])
        editor.press("Adapt the later steps")
        editor.wait_text("The later steps were adapted")
        editor.settle()
        editor.save()
        for name in ("sql_update_3.json", "sql_update_4_more.json"):
            self.assertIn("DEFAULT 'there'", self.contents()[name].decode())

    def test_a_later_script_keeps_a_new_column(self) -> None:
        editor = self.editor
        self.rebuild(released=False)
        editor.press("Leave it like this")
        editor.press("Column")
        editor.choose("Table", "session")
        editor.fill("Name", "city")
        editor.press("Add to update 3")
        editor.wait_text("Steps 1–4 of update 4 undo what you have added")
        editor.wait_text("the column “city” in “session” is gone again")
        editor.press("Adapt the later steps")
        editor.wait_text("The later steps were adapted")
        editor.settle()
        editor.save()
        self.assertIn("city", self.contents()["sql_update_4_more.json"].decode())

    def test_a_later_script_keeps_a_column_that_was_typed(self) -> None:
        editor = self.editor
        self.rebuild(released=False)
        editor.press("Leave it like this")
        editor.add_sql("ALTER TABLE session ADD COLUMN ci")
        editor.settle()
        editor.type("ty TEXT")
        editor.press("Done")
        editor.wait_text("Steps 1–4 of update 4 undo what you have added")
        editor.press("Undo the new step")
        editor.wait_steps("age", "place .*there")
        editor.add_sql("ALTER TABLE session ADD COLUMN city TEXT")
        editor.press("Done")
        editor.wait_text("the column “city” in “session” is gone again")
        editor.press("Adapt the later steps")
        editor.wait_text("The later steps were adapted")
        editor.settle()
        editor.save()
        self.assertIn("city", self.contents()["sql_update_4_more.json"].decode())

    def test_one_step_that_undoes_a_change_is_told(self) -> None:
        editor = self.editor
        # Few steps alone do so, so the answer is shortened to one.
        editor.script("""
            const { fetch } = window;
            window.fetch = async (...call) => {
              const reply = await fetch(...call);
              if (!String(call[0]).endsWith("/api/later")) return reply;
              const body = await reply.json();
              for (const step of body.steps) step.items = step.items.slice(0, 1);
              return new Response(JSON.stringify(body), { status: reply.status, headers: reply.headers });
            };
        """)
        self.rebuild(released=False)
        editor.wait_text("Step 1 of update 4 undoes your change")
        editor.press("Undo the change")
        editor.wait_steps("age", "place .*here")

    def test_a_released_script_that_undoes_a_change_is_told(self) -> None:
        editor = self.editor
        self.rebuild(released=True)
        editor.wait_text("Update 4 is released, so it cannot be adapted")
        self.assertFalse(editor.has("button", "Adapt the later steps"))
        editor.press("Undo the change")
        editor.wait_steps("age", "place .*here")

    def test_each_of_several_rows_in_one_card_is_corrected(self) -> None:
        editor = self.editor
        for name in ("Cem", "Dai"):
            editor.press("Row")
            editor.choose("Table", "user")
            editor.fill("name", name)
            editor.press("Add to update 3")
            editor.wait_text(name)
        editor.wait_steps("age", "2 rows")
        editor.press("Edit one of steps 2–3")
        editor.wait_text("Which step do you want to edit?")
        axe.check_view(self, editor)
        editor.press("Step 3: Dai")
        editor.wait_text("Edit step 3: ")
        self.assertEqual(editor.one("field", "name").get_attribute("value"), "Dai")
        editor.fill("name", "Dana")
        editor.press("Change step 3")
        editor.wait_text("Step 3 changed")
        editor.wait_text("Dana")
        self.assertIn("Cem", editor.text())

    def test_what_no_form_can_say_has_only_sql(self) -> None:
        editor = self.editor
        editor.add_sql("CREATE VIEW v AS SELECT 1")
        editor.press("Done")
        editor.wait_steps("age", "v")
        wait(lambda: editor.all("button", "Edit step 1"))
        self.assertEqual(editor.all("button", "Edit step 2"), [])
        wait(lambda: "SQL only" in editor.step(2).text, lambda: editor.step(2).text)
        self.assertNotIn("SQL only", editor.step(1).text)
        editor.wait_text("no form covers this step, so it has no Edit button.")


if __name__ == "__main__":
    unittest.main()
