extension PlantedMistake {
  static let nearMisses: [String] = [
    "UPDATE user SET name = '“Tom” — ，（x） = NULL ? :x %@ ' WHERE id = 7",
    "UPDATE user SET name = 'it''s -- not a remark' WHERE id = 7",
    "/* ‘remark’ with ， */ UPDATE user SET age = 5 WHERE id = 7",
    "UPDATE user SET age = 5, email = NULL WHERE id = 7 AND email IS NULL",
    "CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, \"group\" TEXT, [index] INTEGER)",
    "UPDATE user SET age = 2024 - 1 - 15 WHERE id = 7",
    "UPDATE user SET age = age + 1 WHERE id = 7",
    "ALTER TABLE user ADD COLUMN t TEXT DEFAULT 'none'",
    "UPDATE user SET email = NULL WHERE email = 'NULL' OR email IN ('NULL', '') OR name LIKE '5*'",
    "UPDATE user SET email = coalesce(email, 'NULL'), name = 'NULL ' WHERE id = 7",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner BIGINT REFERENCES user ON DELETE SET NULL)",
    "ALTER TABLE user ADD COLUMN ok BOOLEAN NOT NULL DEFAULT FALSE",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, price DOUBLE PRECISION, n DECIMAL(10,5))",
    "CREATE TABLE 宠物 (编号 INTEGER PRIMARY KEY, 名字 TEXT NOT NULL DEFAULT '无')",
    "INSERT INTO user (name, email) VALUES ('Müller', 'a@b.c'), ('李雷', '%d?')",
    "PRAGMA foreign_keys = ON",
    "CREATE TABLE t (k TEXT NOT NULL PRIMARY KEY, v BLOB) WITHOUT ROWID",
    "ALTER TABLE user ADD COLUMN created TEXT DEFAULT '2024-01-15'",
    "UPDATE user SET age = age & 3 WHERE age <> 5 AND id < 7",
  ]
}
