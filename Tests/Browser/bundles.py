"""Bundles that the tests write."""

import atexit
import json
import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import programs

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "\u202eevil",
    "javascript:alert(3)",
    'a"b`c]d',
    "long" * 200,
]


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def write_script(folder: Path, name: str, statements: Iterable[str], description: str | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    content = {"description": description} if description else {}
    path = folder / f"{name}.json"
    text = json.dumps({**content, "statements": list(statements)}, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def release(folder: Path) -> None:
    programs.run("release", "--as-shipped", "--scripts", folder)


def small(folder: Path) -> None:
    """Two released versions, with rows, and a draft."""
    user = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT)"
    session = "CREATE TABLE session (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES user (id), note TEXT)"
    rows = ["INSERT INTO user (name, nick) VALUES ('Ann', 'a')", "INSERT INTO user (name) VALUES ('Bob')"]
    write_script(folder, "sql_default", [user, *rows], "Creates the database")
    write_script(
        folder, "sql_update_2", [session, "INSERT INTO session (user_id, note) VALUES (1, 'x')"], "Adds sessions"
    )
    release(folder)
    write_script(folder, "sql_update_3", ["ALTER TABLE user ADD COLUMN age INTEGER NOT NULL DEFAULT 0"], "Adds the age")


def guide(folder: Path) -> None:
    """What the picture in the guide shows: three released versions, and a draft with a warning."""
    tables = [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT)",
        "CREATE TABLE message (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE, "
        "text TEXT, status TEXT)",
        "CREATE TABLE session (id INTEGER PRIMARY KEY, token TEXT)",
    ]
    write_script(folder, "sql_default", tables, "users and their messages")
    write_script(
        folder, "sql_update_2_add-subject", ["ALTER TABLE message ADD COLUMN subject TEXT NOT NULL DEFAULT ''"]
    )
    write_script(folder, "sql_update_3_unique-email", ["CREATE UNIQUE INDEX user_email ON user (email)"])
    release(folder)
    statements = [
        "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL DEFAULT 0",
        "UPDATE message SET status = 'new' WHERE status IS NULL",
        "DELETE FROM session",
    ]
    write_script(folder, "sql_update_4_add-age", statements, "ask users for their age")


def chinese(folder: Path) -> None:
    user = "CREATE TABLE 用户 (编号 INTEGER PRIMARY KEY, 姓名 TEXT NOT NULL, 邮箱 TEXT)"
    message = (
        "CREATE TABLE 消息 (编号 INTEGER PRIMARY KEY, 用户编号 INTEGER NOT NULL REFERENCES 用户 (编号), 内容 TEXT)"
    )
    write_script(folder, "sql_default", [user, message, "INSERT INTO 用户 (姓名) VALUES ('王小明')"], "建立数据库")
    release(folder)
    write_script(folder, "sql_update_2", ["ALTER TABLE 用户 ADD COLUMN 年龄 INTEGER NOT NULL DEFAULT 0"], "添加年龄")
    write_script(folder, "sql_update_3", ["UPDATE 消息 SET 内容 = '空' WHERE 内容 IS NULL"], "填写内容")


def hostile(folder: Path) -> None:
    table, column, *others = map(quoted, HOSTILE)
    columns = ", ".join(f"{name} TEXT" for name in [column, *others])
    text = "'<svg onload=alert(4)>'"
    insert = f"INSERT INTO {table} ({column}, {others[0]}) VALUES ({text}, '</textarea><script>alert(5)</script>')"
    statements = [f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, {columns})", insert]
    write_script(folder, "sql_default", statements, "<script>alert(6)</script> -->")
    release(folder)
    more = [f"ALTER TABLE {table} ADD COLUMN {quoted('<u>new</u>')} TEXT DEFAULT {text}", f"DELETE FROM {table}"]
    write_script(folder, "sql_update_2", more, "<!-- <img src=x onerror=alert(7)>")


def large(folder: Path) -> None:
    """300 versions of 200 tables, and rows in some. All but the last version are released."""
    shutil.copytree(large_template(), folder, dirs_exist_ok=True)


@cache
def large_template() -> Path:
    """Written once, because releasing it takes seconds."""
    folder = Path(tempfile.mkdtemp(prefix="sqlscripts-large-"))
    atexit.register(shutil.rmtree, folder)
    write_large(folder, versions=300, tables=200)
    return folder


def write_large(folder: Path, versions: int, tables: int) -> None:
    first = tables // 2
    write_script(folder, "sql_default", [table_with_number(number) for number in range(first)])
    made = first
    for version in range(2, versions + 1):
        if made - first < (tables - first) * (version - 1) // (versions - 1):
            statements = [table_with_number(made)]
            made += 1
        elif version % 3:
            statements = [f"ALTER TABLE table_{version % first} ADD COLUMN extra_{version} TEXT"]
        else:
            statements = [f"INSERT INTO table_{version % first} (name) VALUES ('row {version}')"]
        if version == versions:
            release(folder)
        write_script(folder, f"sql_update_{version}", statements, f"Change {version}")
    assert made == tables


def table_with_number(number: int) -> str:
    parent = f", parent_id INTEGER REFERENCES table_{number // 2} (id)" if number else ""
    return (
        f"CREATE TABLE table_{number} (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '', amount REAL, "
        f"is_active BOOLEAN NOT NULL DEFAULT 1, created_at TEXT{parent})"
    )
