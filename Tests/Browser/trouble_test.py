"""Servers that end, other programs and full disks. Nothing that was typed may be lost."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

import axe
import bundles
import programs
from browser import wait
from editor import EditorCase

TAG = "CREATE TABLE tag (id INTEGER PRIMARY KEY)"


class TroubleTest(EditorCase):
    def test_an_attempt_that_fails_says_that_it_stopped(self) -> None:
        data = self.folder / "app.sqlite"

        def stopping(folder: Path) -> None:
            bundles.small(folder)
            programs.run("migrate", data, "--scripts", folder)
            update = {"require": ["SELECT * FROM user"], "statements": ["DELETE FROM user WHERE id = 1"]}
            (folder / "sql_update_4.json").write_text(json.dumps(update))

        self.options = ("--with-data", data)
        editor = self.start(stopping)
        editor.press("Try on a copy of the database")
        editor.wait_text(re.compile("The update of a copy of .*app.sqlite.* from version 3 to 4 stopped"))
        editor.wait_text("The copy is at version 3.")
        self.assertNotIn("was updated", editor.text())
        self.assertNotIn("no row changes", editor.text())

    def test_changes_that_may_belong_to_other_scripts_are_offered(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        self.allow(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"
        )
        self.server.kill()
        for file in self.scripts.iterdir():
            file.unlink()
        bundles.write_script(self.scripts, "sql_default", ["CREATE TABLE other (id INTEGER PRIMARY KEY)"])
        _, url = self.serve()
        self.origins.append(url.split("#")[0])
        self.browser.open_tab()
        editor.open(url)
        editor.wait_steps("Creates the table other")
        editor.wait_text("belong to scripts that looked different. They are not shown here.")
        self.assertNotIn("not saved yet", editor.text())
        axe.check_view(self, editor)
        editor.press("Show what they contain …")
        editor.wait_text(TAG)
        axe.check_view(self, editor)
        self.browser.screenshot("set-aside")
        editor.press(re.compile("^Close$"))
        editor.press("Throw them away …")
        editor.wait_text("Nothing brings them back.")
        editor.press("Cancel")
        editor.press("Use them here")
        editor.wait_text("The changes are here now, and not saved yet.")
        self.assertNotIn("looked different", editor.text())
        editor.wait_steps("Cannot run", "tag")
        editor.press("Undo")
        editor.wait_steps("Creates the table other")

    def test_a_first_script_that_fails_says_why_there_are_no_tables(self) -> None:
        def failing(folder: Path) -> None:
            bundles.write_script(folder, "sql_default", ["CREATE TABEL user (id INTEGER)"])

        editor = self.start(failing)
        words = "There are no tables, because an error keeps this script from creating any."
        editor.wait_text(words)
        for view in ("List", "SQL"):
            editor.press(view, "tab")
            editor.wait_text(words)

    def test_a_file_changed_on_disk_and_theirs_is_used(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("was changed by another program")
        editor.press("Use theirs (reload the files)")
        editor.wait_steps("Creates the table theirs")
        editor.press("Undo")
        editor.wait_steps("age", "tag")
        editor.settle()
        # What they have seen is not news.
        editor.press(re.compile("^Save$"))
        editor.wait_text("Replace what another program wrote?")
        # But a third version is.
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE third (id INTEGER PRIMARY KEY)"])
        self.allow("409")
        editor.press("Keep mine (overwrite the file)")
        editor.wait_text("Another program changed this file")
        editor.press("Keep mine (overwrite the file)")
        editor.wait_text("Everything is saved")

    def test_without_changes_of_ones_own_there_is_nothing_to_undo(self) -> None:
        editor = self.start(bundles.small)
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("was changed by another program")
        self.assertFalse(editor.has("button", re.compile("mine …$")))
        editor.press("Show it (reload)")
        editor.wait_text("The files were read again.")
        self.assertNotIn("Undo brings", editor.text())

    def test_another_file_than_mine_is_not_compared(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        bundles.write_script(self.scripts, "sql_update_4", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("was added by another program")
        self.assertFalse(editor.has("button", "Compare and save mine …"))
        editor.press("Save mine …")
        editor.wait_text("Save these changes?")

    def test_a_file_changed_on_disk_and_mine_is_kept(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        theirs = self.contents()["sql_update_3.json"]
        editor.wait_text("was changed by another program")
        # The file as it is now, not as it was opened.
        editor.press("Compare and save mine …")
        editor.wait_text("Another program changed this file")
        self.assertIn("Lines 1–7", editor.text())
        text = editor.text()
        self.assertIn("theirs", text)
        self.assertIn("tag", text)
        self.assertEqual(self.contents()["sql_update_3.json"], theirs)
        editor.press("Keep mine (overwrite the file)")
        editor.wait_text("Everything is saved")
        saved = self.contents()["sql_update_3.json"].decode()
        self.assertIn("tag", saved)
        self.assertNotIn("theirs", saved)

    def test_changes_go_into_the_file_that_another_program_renames(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        (self.scripts / "sql_update_3.json").rename(self.scripts / "sql_update_3_more.json")
        editor.wait_text("Another program renamed sql_update_3.json to sql_update_3_more.json.")
        self.assertNotIn("Another tab", editor.text())
        editor.settle()
        self.assertNotIn("by another program", editor.text())
        editor.save()
        self.assertNotIn("sql_update_3.json", self.contents())
        self.assertIn("tag", self.contents()["sql_update_3_more.json"].decode())

    def test_a_file_that_another_program_converts_is_not_called_deleted(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        (self.scripts / "sql_update_3.sql").write_text("ALTER TABLE user ADD COLUMN years INTEGER;\n")
        (self.scripts / "sql_update_3.json").unlink()
        editor.wait_text("2 files were added or deleted by another program.")
        self.assertFalse(editor.has("button", re.compile("back$")))
        editor.press("Compare and save mine …")
        editor.wait_text("The script is in the file sql_update_3.sql now.")
        editor.wait_text("Another program has made sql_update_3.sql of sql_update_3.json.")
        self.assertNotIn("The file is deleted.", editor.text())
        self.assertFalse(editor.has("button", re.compile("^Keep mine")))
        axe.check_view(self, editor)
        editor.press("Use theirs (reload the files)")
        editor.wait_text("The files were read again.")
        editor.wait_steps("years")
        editor.press("Undo")
        editor.wait_steps("age", "tag")
        editor.wait_text("sql_update_3.sql")
        self.assertNotIn("sql_update_3.json", editor.text())

    def test_a_folder_that_is_gone_is_made_again(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        moved = self.scripts.with_name("moved")
        self.scripts.rename(moved)
        editor.wait_text("The scripts folder is gone: another program deleted, renamed or moved it.")
        editor.wait_text("Your changes are still here, and are kept if the editor ends.")
        self.assertNotIn("by another program", editor.text())
        axe.check_view(self, editor)
        self.browser.screenshot("folder-gone")
        editor.press("Save mine …")
        editor.wait_text("Saving makes it again, with all scripts as this page shows them.")
        editor.press("Save all scripts")
        editor.wait_text("Everything is saved")
        self.assertNotIn("is gone", editor.text())
        self.assertEqual({file.name for file in self.scripts.iterdir()}, {file.name for file in moved.iterdir()})

    def test_another_project_in_the_place_of_the_folder_is_left_alone(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        moved, other = self.scripts.with_name("moved"), self.scripts.with_name("other")
        other.mkdir()
        bundles.write_script(other, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        self.scripts.rename(moved)
        other.rename(self.scripts)
        editor.wait_text("Another program has put a folder with other scripts in place of this one.")
        editor.wait_text("The editor writes nothing there.")
        self.assertFalse(editor.has("button", re.compile("mine …$")))
        axe.check_view(self, editor)
        self.browser.screenshot("folder-replaced")
        self.scripts.rename(other)
        moved.rename(self.scripts)
        wait(lambda: "other scripts" not in editor.text(), "the folder is back")
        editor.save()

    def test_deleted_files_are_put_back(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        default = self.scripts / "sql_default.json"
        text = default.read_text()
        for file in (default, self.scripts / "sql_update_3.json"):
            file.unlink()
        editor.wait_text("2 files were deleted by another program")
        editor.press("Compare and save mine …")
        editor.wait_text("Another program deleted this file")
        editor.press("Keep mine (create the file again)")
        editor.wait_text("The files were changed")
        self.assertNotIn("Everything is saved", editor.text())
        self.assertFalse(default.exists())
        editor.press("Put it back")
        editor.wait_text("Everything is saved")
        self.assertNotIn("by another program", editor.text())
        self.assertEqual(default.read_text(), text)

    def test_a_file_that_cannot_be_read_is_not_to_be_left_as_it_is(self) -> None:
        def unreadable(folder: Path) -> None:
            (folder / "sql_default.json").write_text('["CREATE TABLE user (id INTEGER PRIMARY KEY)"\n')

        editor = self.start(unreadable)
        editor.wait_text("1 error")
        self.assertNotIn("Do users already have", editor.text())

    def test_a_note_about_no_step_offers_to_keep_none(self) -> None:
        def mixed(folder: Path) -> None:
            bundles.small(folder)
            lines = "".join(f"<{tag}>" for tag in ("plist", "array", "string"))
            ends = "".join(f"</{tag}>" for tag in ("string", "array", "plist"))
            (folder / "sql_update_4.plist").write_text(f"{lines}CREATE TABLE tag (id INTEGER PRIMARY KEY){ends}\n")

        editor = self.start(mixed)
        for version in ("Update 3", "Update 4"):
            editor.select(version)
            editor.settle()
            self.assertFalse(editor.has("button", re.compile("^Keep this step")), version)

    def test_a_killed_server_loses_nothing_that_was_typed(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        self.allow(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"
        )
        self.server.kill()
        editor.wait_text("The editor’s server has stopped")
        editor.press("Try now")
        editor.wait_text("The server still does not answer.")
        field = editor.one("field", re.compile("^SQL of "))
        field.send_keys(" -- typed afterwards")
        self.assertIn("typed afterwards", field.get_attribute("value"))
        editor.press("Copy my changes")
        copy = editor.one("field", "What is not saved").get_attribute("value")
        self.assertIn(f"{TAG} -- typed afterwards", copy)
        self.assertRegex(copy, r"Step 1, as in the file:\s+ALTER TABLE user ADD COLUMN age")
        self.assertRegex(copy, r"Step 2, not saved:\s+CREATE TABLE tag")
        editor.press(re.compile("^Close$"))
        self.assertIn("typed afterwards", editor.one("field", re.compile("^SQL of ")).get_attribute("value"))
        self.assertEqual(self.changed_files(), set())

    def test_an_editor_that_starts_again_has_what_was_not_saved(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Done")
        editor.settle()
        self.allow(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"
        )
        self.server.kill()
        editor.wait_text("Start sqlscripts edit again: its page has your unsaved changes. It opens at a new address")
        editor.wait_text(f"sqlscripts edit '{self.scripts}'")
        self.browser.screenshot("server-gone")
        _, url = self.serve()
        self.origins.append(url.split("#")[0])
        self.browser.open_tab()
        editor.open(url)
        editor.wait_text("The editor ended before your last changes were saved.")
        editor.wait_steps("age", "tag")
        axe.check_view(self, editor)
        self.browser.screenshot("recovered")
        self.assertEqual(self.changed_files(), set())
        editor.add_sql("CREATE TABLE newer (id INTEGER)")
        editor.wait_steps("age", "tag", "newer")
        editor.press("Done")
        editor.settle()
        editor.press("Discard all unsaved changes")
        editor.wait_text("Discard your newer changes, too?")
        editor.press("Cancel")
        editor.wait_steps("age", "tag", "newer")
        editor.press("Undo")
        editor.wait_steps("age", "tag")
        editor.settle()
        editor.press("Discard all unsaved changes")
        editor.wait_steps("age")
        self.assertFalse(editor.has("button", "Discard all unsaved changes"))
        editor.press("Undo")
        editor.wait_steps("age", "tag")
        editor.save()
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})

    def test_a_killed_server_is_told_in_the_question_over_a_form(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "city")
        editor.wait_text("This will be added:")
        editor.press("Cancel")
        editor.wait_text("What you have entered in this form will be lost.")
        self.allow(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"
        )
        self.server.kill()
        # Only the text of the topmost dialog counts.
        editor.wait_text("The editor’s server has stopped")
        editor.wait_text("What you were just typing is only here, so copy it first.")

    def test_a_killed_server_leaves_what_was_entered_in_a_form(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Column")
        editor.choose("Table", "user")
        editor.fill("Name", "city")
        editor.wait_text("This will be added:")
        self.allow(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"
        )
        self.server.kill()
        # In the dialog, because nothing behind it can be reached.
        editor.wait_text("The editor’s server has stopped")
        axe.check_view(self, editor)
        editor.fill("Name", "city_of_birth")
        editor.press("Copy my changes")
        copy = editor.one("field", "What is not saved").get_attribute("value")
        for words in ("sqlscripts edit", "“Add a column” was open", "Table: user", "Name: city_of_birth", "ADD COLUMN city"):
            self.assertIn(words, copy)
        axe.check_view(self, editor)
        editor.press(re.compile("^Close$"))
        self.assertEqual(editor.one("field", "Name").get_attribute("value"), "city_of_birth")
        editor.press("Cancel")
        editor.press("Close without adding")
        editor.one("button", "Copy my changes")

    def test_a_full_disk_changes_no_file(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("not root, so no small disk can be mounted")
        mount = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=512k", "none", self.folder], capture_output=True, text=True
        )
        if mount.returncode:
            self.skipTest(f"a small disk cannot be mounted: {mount.stderr}")
        self.addCleanup(subprocess.run, ["umount", "-l", self.folder], check=True)
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        filler = self.folder / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        self.allow("507", "500", "422")
        editor.press(re.compile("^Save$"))
        editor.press(re.compile("^Save this file$"))
        message = editor.wait_text(re.compile("(?i)space|full|disk"))
        self.assertIn("sql_update_3", message)
        self.assertEqual(self.changed_files(), set())
        editor.press("Cancel")
        editor.wait_steps("age", "tag")
        editor.wait_text("1 script not saved")
        filler.unlink()
        editor.save()
        self.assertIn("tag", self.contents()["sql_update_3.json"].decode())

    def test_a_folder_that_cannot_be_written(self) -> None:
        # The administrator may write to every folder, but not on every disk.
        mounts = os.geteuid() == 0

        def lock(options: str, mode: int) -> None:
            if mounts:
                subprocess.run(["mount", "-o", f"remount,{options}", self.scripts], check=True)
            else:
                self.scripts.chmod(mode)

        def writable(folder: Path) -> None:
            if mounts:
                command = ["mount", "-t", "tmpfs", "none", folder]
                mount = subprocess.run(command, capture_output=True, text=True)
                if mount.returncode:
                    self.skipTest(f"a disk cannot be mounted: {mount.stderr}")
                self.addCleanup(subprocess.run, ["umount", "-l", folder], check=True)
            bundles.small(folder)

        editor = self.start(writable, open_page=False)
        self.addCleanup(lock, "rw", 0o755)
        lock("ro", 0o555)
        editor.open(self.url)
        editor.wait_text("This folder is read-only")
        editor.wait_text("You can make changes on this page, but you cannot save them here yet.")
        axe.check_view(self, editor)
        self.browser.screenshot("read-only")
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press(re.compile("^Save$"))
        editor.wait_text("These changes cannot be saved yet")
        editor.wait_text("The scripts folder is read-only")
        self.assertFalse(editor.has("button", re.compile("^Save this file$")))
        axe.check_view(self, editor)
        editor.press(re.compile("^Close$"))
        self.assertEqual(self.changed_files(), set())
        lock("rw", 0o755)
        wait(lambda: "read-only" not in editor.text(), "no banner")
        editor.save()
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})


if __name__ == "__main__":
    unittest.main()
