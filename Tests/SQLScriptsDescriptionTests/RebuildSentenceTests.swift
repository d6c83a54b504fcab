import Testing

/// Tables that are created anew, filled and renamed.
struct RebuildSentenceTests {
  /// The sentence of a rebuild of `t`, which had these columns.
  func rebuild(
    from old: String, to new: String, copying list: String = "a, b",
    as expression: String? = nil
  ) throws -> String {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (\(new))",
          "INSERT INTO t_new (\(list)) SELECT \(expression ?? list) FROM t", "DROP TABLE t",
          "ALTER TABLE t_new RENAME TO t",
        ]),
      after: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY, code INT UNIQUE)",
        "CREATE TABLE q (id INTEGER PRIMARY KEY)", "CREATE TABLE t (\(old))",
      ])
    #expect(found.count == 1)
    #expect(found.first?.items == [1, 2, 3, 4])
    return found.first?.words.markdown ?? ""
  }

  @Test func `two rebuilds of one table have a sentence each`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE new_t (a INTEGER PRIMARY KEY, vip INT NOT NULL)",
          "INSERT INTO new_t (a, vip) SELECT a, 0 FROM t", "DROP TABLE t",
          "ALTER TABLE new_t RENAME TO t", "CREATE INDEX i ON t (a)",
          "ALTER TABLE t RENAME TO old_t",
          "CREATE TABLE t (a INTEGER PRIMARY KEY, vip INT NOT NULL, street TEXT NOT NULL)",
          "INSERT INTO t (a, vip, street) SELECT a, vip, 'x' FROM old_t", "DROP TABLE old_t",
          "CREATE INDEX i ON t (a)", "CREATE TABLE new_t (a INTEGER PRIMARY KEY, street TEXT)",
          "INSERT INTO new_t SELECT a, street FROM t", "DROP TABLE t",
          "ALTER TABLE new_t RENAME TO t",
        ]), after: ["CREATE TABLE t (a INTEGER PRIMARY KEY)", "CREATE INDEX i ON t (a)"])
    #expect(
      found.map(\.words.markdown) == [
        "Rebuilds **t**: adds **vip** (whole number, required); sets **vip** to 0; keeps 3 of 3 sample rows.",
        "Rebuilds **t**: adds **street** (text, required); sets **street** to 'x'; keeps 3 of 3 sample rows.",
        "Rebuilds **t**: removes **vip**; makes **street** optional; removes the index **i**; keeps 3 of 3 sample rows.",
      ])
    #expect(found.map(\.items) == [Array(1...5), Array(6...10), Array(11...14)])
  }

  static let rebuildOfPerson = [
    "CREATE TABLE new_person (id INTEGER PRIMARY KEY, alias TEXT NOT NULL DEFAULT '')",
    "INSERT INTO new_person (id, alias) SELECT id, coalesce(alias, '') FROM person",
    "DROP TABLE person", "ALTER TABLE new_person RENAME TO person",
  ]

  @Test(
    arguments: [
      ["ALTER TABLE user RENAME TO person", "ALTER TABLE person RENAME COLUMN nick TO alias"],
      [
        "ALTER TABLE user RENAME TO human", "ALTER TABLE human RENAME TO person",
        "ALTER TABLE person RENAME COLUMN nick TO alias",
      ],
    ], [[], ["ALTER TABLE person RENAME TO customer"]])
  func `a rename before or after a rebuild has a sentence of its own`(
    _ before: [String], _ after: [String]
  ) throws {
    let found = try sentences(
      of: .update(2, before + Self.rebuildOfPerson + after),
      after: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"])
    let names = ["user", "human", "person"].filter { before.count == 3 || $0 != "human" }
    let renames = zip(names, names.dropFirst()).map { "Renames the table \($0) to \($1)." }
    #expect(
      found.map(\.words.plain) == renames + [
        "Renames the column nick of person to alias.",
        "Rebuilds person: makes alias required; makes an empty text the default of alias; sets alias to an empty text where it has no value; keeps 3 of 3 sample rows.",
      ] + after.map { _ in "Renames the table person to customer." })
    let last = before.count
    let each = (1...last).map { [$0] }
    #expect(
      found.map(\.items) == each + [Array(last + 1...last + 4)] + after.map { _ in [last + 5] })
  }

  @Test func `rows that wait in another table belong to one rebuild`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE backup AS SELECT * FROM t", "DROP TABLE t",
          "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)",
          "INSERT INTO t (a) SELECT a FROM backup", "DROP TABLE backup",
        ]), after: ["CREATE TABLE t (a INTEGER PRIMARY KEY)"])
    #expect(found.map(\.items) == [Array(1...5)])
  }

  @Test func `a table of the same script is rebuilt in one sentence each time`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE s (a INTEGER PRIMARY KEY)", "CREATE INDEX i ON s (a)",
          "CREATE TABLE new_s (a INTEGER PRIMARY KEY, vip INT NOT NULL)",
          "INSERT INTO new_s (a, vip) SELECT a, 0 FROM s", "DROP TABLE s",
          "ALTER TABLE new_s RENAME TO s", "CREATE INDEX i ON s (a)",
          "CREATE TABLE new_s (a INTEGER PRIMARY KEY, vip INT)",
          "INSERT INTO new_s (a, vip) SELECT a, vip FROM s", "DROP TABLE s",
          "ALTER TABLE new_s RENAME TO s", "CREATE INDEX i ON s (a)",
        ]))
    #expect(
      found.map(\.words.markdown) == [
        "Creates the table **s** with the column **a**.",
        "Speeds up searching **s** by **a**.",
        "Rebuilds **s**: adds **vip** (whole number, required); sets **vip** to 0.",
        "Rebuilds **s**: makes **vip** optional.",
      ])
    #expect(found.map(\.items) == [[1], [2], Array(3...7), Array(8...12)])
  }

  @Test func `a table of the same script that is created again without its rows is no rebuild`()
    throws
  {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE s (a INTEGER PRIMARY KEY)", "DROP TABLE s",
          "CREATE TABLE s (a INTEGER PRIMARY KEY, b TEXT)",
        ]))
    #expect(found.map(\.items) == [[1], [2], [3]])
  }

  @Test func `a rebuild loses an index that the script created before it`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE INDEX i ON t (b)", "CREATE TABLE t_new (a INTEGER PRIMARY KEY, b TEXT)",
          "INSERT INTO t_new SELECT * FROM t", "DROP TABLE t", "ALTER TABLE t_new RENAME TO t",
          "CREATE INDEX j ON t (b)",
        ]),
      after: ["CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)"])
    #expect(
      found.map(\.words.markdown) == [
        "Speeds up searching **t** by **b**.",
        "Rebuilds **t**: removes the index **i**, keeps 3 of 3 sample rows.",
        "Speeds up searching **t** by **b**.",
      ])
  }

  @Test func `what changes the new table of a rebuild names the final table`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (a INTEGER PRIMARY KEY, b TEXT)", "INSERT INTO t_new SELECT * FROM t",
          "DELETE FROM t_new WHERE a > 0", "INSERT INTO t_new VALUES (1, 'x')",
          "INSERT INTO t_new VALUES (2, 'x')", "UPDATE t_new SET b = lower(t_new.b)",
          "DROP TABLE t", "ALTER TABLE t_new RENAME TO t",
        ]),
      after: ["CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)"])
    #expect(
      found.map(\.words.markdown) == [
        "Rebuilds **t** with the same definition.",
        "Deletes the rows of **t** where **a** is greater than 0 (3 of 3 sample rows).",
        "Adds 2 rows to **t**: **a** 1, **b** 'x'; **a** 2, **b** 'x'.",
        "Changes **b** to lower case in **all** rows of **t** (no sample row changes).",
      ])
    #expect(found.map(\.items) == [[1, 2, 7, 8], [3], [4, 5], [6]])
  }

  @Test func `a new table that stays beside a rebuilt one is told`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE image (id INTEGER PRIMARY KEY, name TEXT)",
          "INSERT INTO image SELECT id, name FROM t",
          "CREATE TABLE n (id INTEGER PRIMARY KEY, image INT)",
          "INSERT INTO n SELECT t.id, image.id FROM t JOIN image ON image.name = t.name",
          "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: ["CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"])
    #expect(
      found.map(\.words.plain) == [
        "Creates the table image with the columns id and name.",
        "Adds rows to image from t (3 with the sample rows).",
        "Rebuilds t: removes name; adds image (whole number); copies only rows with a match in image (where the name of image equals the name of t); sets image to the id of image; keeps 3 of 3 sample rows.",
      ])
    #expect(found.map(\.items) == [[1], [2], [3, 4, 5, 6]])
  }

  @Test func `a table on the way to the new one is a step also if it stays`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE kept (id INTEGER PRIMARY KEY, name TEXT)",
          "INSERT INTO kept SELECT id, upper(name) FROM t WHERE id > 1", "DROP TABLE t",
          "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
          "INSERT INTO t SELECT id, name FROM kept",
        ]),
      after: ["CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"])
    let text = found.map(\.words.plain).joined(separator: " ")
    #expect(text.contains("copies only rows where id is greater than 1"), "\(text)")
    #expect(text.contains("changes name to upper case"), "\(text)")
    #expect(
      text.contains("leaves behind the table “kept”, which held the rows during the copy"),
      "\(text)"
    )
  }

  @Test func `one of many new columns is said to be unique`() throws {
    let words = try rebuild(
      from: "a INTEGER PRIMARY KEY, b TEXT",
      to: "a INTEGER PRIMARY KEY, b TEXT, c TEXT UNIQUE, d TEXT, e TEXT, f TEXT, g TEXT")
    #expect(words.contains("adds **c**, **d**, **e**, **f** and **g**"), "\(words)")
    #expect(words.contains("makes **c** unique"), "\(words)")
  }

  @Test func `a table that replaces another one without its rows has its name`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (a INTEGER PRIMARY KEY, b TEXT)",
          "INSERT INTO t_new SELECT id, 'x' FROM p", "DROP TABLE t",
          "ALTER TABLE t_new RENAME TO t",
        ]),
      after: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)",
      ])
    #expect(
      found.map(\.words.markdown) == [
        "Removes the table **t** with all its rows and creates it again.",
        "Adds rows to **t** from **p** (3 with the sample rows), setting **a** to **id** and **b** to 'x'.",
      ])
    #expect(found.map(\.items) == [[1, 3, 4], [2]])
  }

  @Test(arguments: [
    ("a, lower(b)", "keeps the combination of **a** and **b** unique, now with an index; keeps"),
    ("lower(b)", "keeps the combination of **a** and **b** unique, now with an index; keeps"),
    ("a, lower(c)", "allows the combination of **a** and **b** to repeat, keeps"),
  ])
  func `an index of expressions may keep columns unique`(terms: String, start: String) throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (a INT, b TEXT, c TEXT)", "INSERT INTO t_new SELECT * FROM t",
          "DROP TABLE t", "ALTER TABLE t_new RENAME TO t", "CREATE UNIQUE INDEX i ON t (\(terms))",
        ]),
      after: ["CREATE TABLE t (a INT, b TEXT, c TEXT, UNIQUE (a, b))"])
    #expect(found.first?.words.markdown.hasPrefix("Rebuilds **t**: \(start) ") == true)
  }

  @Test func `an ALTER of the new table is part of a rebuild`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (a INTEGER PRIMARY KEY)", "INSERT INTO t_new SELECT * FROM t",
          "ALTER TABLE t_new ADD COLUMN b TEXT DEFAULT 'x'", "DROP TABLE t",
          "ALTER TABLE t_new RENAME TO t",
        ]),
      after: ["CREATE TABLE t (a INTEGER PRIMARY KEY)"])
    #expect(found.map(\.items) == [[1, 2, 3, 4, 5]])
    #expect(
      found.first?.words.markdown
        == "Rebuilds **t**: adds **b** (text, 'x' by default); keeps 3 of 3 sample rows.")
  }

  @Test(arguments: [
    [
      "CREATE TABLE n (a INTEGER PRIMARY KEY)", "INSERT INTO n SELECT a FROM t", "DROP TABLE t",
      "ALTER TABLE n RENAME TO t", "CREATE TABLE n (y)", "INSERT INTO n VALUES (1)",
    ],
    [
      "CREATE TABLE n (y)", "INSERT INTO n VALUES (1)", "DROP TABLE n",
      "CREATE TABLE n (a INTEGER PRIMARY KEY)", "INSERT INTO n SELECT a FROM t", "DROP TABLE t",
      "ALTER TABLE n RENAME TO t",
    ],
    [
      "ALTER TABLE t RENAME TO n", "CREATE TABLE t (a INTEGER PRIMARY KEY)",
      "INSERT INTO t SELECT a FROM n", "DROP TABLE n", "CREATE TABLE n (y)",
      "INSERT INTO n VALUES (1)",
    ],
  ])
  func `another table of the passing name is no part of a rebuild`(statements: [String]) throws {
    let found = try sentences(
      of: .update(2, statements), after: ["CREATE TABLE t (a INTEGER PRIMARY KEY)"])
    let told = found.map(\.words.markdown)
    #expect(told.contains("Creates the table **n** with the column **y**."))
    #expect(told.contains("Adds a row to **n**: **y** 1."))
    #expect(told.count { $0.hasPrefix("Rebuilds **t** with the same definition") } == 1)
    #expect(!told.contains { $0.hasPrefix("Removes the table **t**") })
  }

  @Test func `a rebuild that changes nothing says so`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    #expect(
      try rebuild(from: columns, to: "a integer primary key, \"b\" TEXT /* text */")
        == "Rebuilds **t** with the same definition: keeps 3 of 3 sample rows.")
    #expect(
      try rebuild(from: columns, to: "a INTEGER, b TEXT, CONSTRAINT k PRIMARY KEY (a)")
        == "Rebuilds **t** with the same columns, but other details in its SQL: keeps 3 of 3 sample rows."
    )
  }

  @Test(arguments: [
    (
      "a INT, b TEXT, c TEXT", "a INT, b TEXT NOT NULL",
      "removes **c** and its values, makes **b** required, keeps"
    ),
    ("a INT, b TEXT NOT NULL", "a INT, b TEXT", "makes **b** optional, keeps"),
    (
      "a INT, b TEXT", "a INT, b VARCHAR(9)",
      "changes the type of **b** from `TEXT` to `VARCHAR(9)`, keeps"
    ),
    (
      "a INT DEFAULT 1, b TEXT DEFAULT 'x'", "a INT, b TEXT",
      "removes the default of **a** and **b**, keeps"
    ),
    (
      "a INT, b TEXT", "a INT, b TEXT DEFAULT ''",
      "makes an empty text the default of **b**, keeps"
    ),
    (
      "a INT, b TEXT CHECK (b IN ('x', 'y'))", "a INT, b TEXT CHECK (b <> '')",
      "now refuses rows in which **b** is an empty text (before: in which **b** has a value other than 'x' and 'y'), keeps"
    ),
    (
      "a INT, b TEXT CHECK (b IN ('x', 'y'))", "a INT, b TEXT CHECK (b IN ('y', 'x'))",
      "allows the same values in **b** as before, keeps"
    ),
    (
      "a INT, b TEXT CHECK (b <> '')", "a INT CHECK (a IS NULL OR a > -5000), b TEXT",
      "refuses rows in which **a** is at most -5000, no longer refuses rows in which **b** is an empty text, keeps"
    ),
    (
      "a INT, b TEXT CHECK (\"b\">'')", "a INT, b TEXT, \"c \"\"d\" INT CHECK ((\"c \"\"d\" <9))",
      "adds `c \"d` (whole number); refuses rows in which `c \"d` is at least 9; no longer refuses rows in which **b** is at most an empty text; keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT REFERENCES q, b TEXT",
      "makes **a** refer to rows of **q** instead of **p**, keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT REFERENCES p (code), b TEXT",
      "makes **a** refer to the **code** of **p** instead of the **id**, keeps"
    ),
    (
      "a INT REFERENCES p (id), b TEXT", "a INT REFERENCES p (code), b TEXT",
      "makes **a** refer to the **code** of **p** instead of the **id**, keeps"
    ),
    (
      "a INT, b TEXT CHECK (b IN ('x', 'y'))", "a INT, b TEXT",
      "no longer limits **b** to 'x', 'y' or no value; keeps"
    ),
    (
      "a INT, b TEXT", "a INT, b TEXT COLLATE NOCASE",
      "ignores case when it compares texts in **b**, keeps"
    ),
    (
      "a INT DEFAULT 1, b TEXT DEFAULT 'x'", "a INT DEFAULT 2, b TEXT DEFAULT 'X'",
      "changes the default of **a** to 2, changes the default of **b** to 'X', keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT, b TEXT",
      "no longer makes **a** refer to rows of **p**, keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT REFERENCES p ON DELETE CASCADE, b TEXT",
      "will delete a row when its row of **p** is deleted, keeps"
    ),
    (
      "a INT REFERENCES p ON DELETE CASCADE, b TEXT", "a INT REFERENCES p, b TEXT",
      "no longer deletes a row when its row of **p** is deleted, keeps"
    ),
    (
      "a INT REFERENCES p ON DELETE SET NULL, b TEXT", "a INT, b TEXT",
      "no longer makes **a** refer to rows of **p**, and no longer clears **a** when the row of **p** is deleted; keeps"
    ),
    (
      "a INT NOT NULL REFERENCES p ON DELETE CASCADE, b TEXT",
      "a INT NOT NULL REFERENCES p ON DELETE SET NULL, b TEXT",
      "no longer deletes a row when its row of **p** is deleted, keeps"
    ),
    (
      "a INT NOT NULL REFERENCES p ON DELETE SET NULL, b TEXT", "a INT NOT NULL, b TEXT",
      "no longer makes **a** refer to rows of **p**, keeps"
    ),
    (
      "a INT REFERENCES p ON DELETE CASCADE, b TEXT", "a INT, b TEXT",
      "no longer makes **a** refer to rows of **p**, and no longer deletes a row when its row of **p** is deleted; keeps"
    ),
    (
      "a INT REFERENCES p ON DELETE SET DEFAULT, b TEXT", "a INT, b TEXT",
      "no longer makes **a** refer to rows of **p**, and no longer sets **a** to the default when the row of **p** is deleted; keeps"
    ),
    (
      "a INT UNIQUE ON CONFLICT REPLACE, b TEXT UNIQUE",
      "a INT UNIQUE, b TEXT UNIQUE ON CONFLICT REPLACE",
      "changes what happens if a row is not allowed,"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT REFERENCES p ON DELETE RESTRICT, b TEXT",
      "changes what happens when the row of **p** is deleted, keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT REFERENCES p",
      "a INT REFERENCES p, b TEXT REFERENCES p ON DELETE CASCADE",
      "will delete a row when its row of **p** through **b** is deleted, keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT REFERENCES p ON UPDATE CASCADE, b TEXT",
      "will change **a** when the row of **p** gets another key, keeps"
    ),
    (
      "a INT, b TEXT COLLATE NOCASE", "a INT, b TEXT",
      "no longer ignores case when it compares texts in **b**, keeps"
    ),
    ("a INT, b TEXT UNIQUE", "a INT, b TEXT", "allows **b** to repeat, keeps"),
    (
      "a INT, b INT DEFAULT 0", "a INT, b TEXT DEFAULT 0",
      "changes the type of **b** from whole number to text, keeps"
    ),
    (
      "a INT, b TEXT UNIQUE", "a INT, b TEXT PRIMARY KEY",
      "makes **b** the primary key; keeps **b** unique, now as its primary key; keeps"
    ),
    (
      "a INT, b TEXT", "a INT, b TEXT, UNIQUE (a, b)",
      "makes the combination of **a** and **b** unique, keeps"
    ),
    (
      "a INT, b TEXT", "a INT, b TEXT, c TEXT UNIQUE",
      "adds **c** (text, unique), keeps".replacing("), keeps", with: "); keeps")
    ),
    ("a INT, b TEXT", "b TEXT, a INT", "changes the order of its columns, keeps"),
    (
      "a INT, b TEXT UNIQUE", "a INT, b TEXT UNIQUE ON CONFLICT REPLACE",
      "changes what happens if a row is not allowed, lets a row replace earlier ones with the same key, keeps"
    ),
    (
      "a INT REFERENCES p, b TEXT", "a INT REFERENCES p DEFERRABLE INITIALLY DEFERRED, b TEXT",
      "changes when it checks references, keeps"
    ),
    (
      "a INTEGER PRIMARY KEY, b TEXT", "a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT",
      "never reuses the number of a deleted row, keeps"
    ),
    (
      "a INT, b TEXT, c INTEGER PRIMARY KEY AUTOINCREMENT", "a INT, b TEXT",
      "removes **c** and its values, removes its primary key, keeps"
    ),
    (
      "a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT", "a INTEGER PRIMARY KEY, b TEXT",
      "may reuse numbers of deleted rows, keeps"
    ),
  ])
  func `a rebuild says what is different`(old: String, new: String, words: String) throws {
    let text = try rebuild(from: old, to: new)
    #expect(text.hasPrefix("Rebuilds **t**: \(words) "), "\(text)")
    let kept = text.split(separator: " ").compactMap { Int($0) }.suffix(2)
    #expect(kept.first == kept.last && text.hasSuffix(" sample rows."))
  }

  @Test func `changed values and lost rows are observed`() throws {
    #expect(
      try rebuild(
        from: "a INTEGER PRIMARY KEY, b TEXT", to: "a INTEGER PRIMARY KEY, b TEXT NOT NULL",
        as: "a, b || '!'")
        == "Rebuilds **t**: makes **b** required, adds '!' to the end of **b**, keeps 3 of 3 sample rows."
    )
    #expect(
      try rebuild(
        from: "a INTEGER PRIMARY KEY, b TEXT", to: "a INTEGER PRIMARY KEY, b TEXT NOT NULL",
        as: "a, b FROM t WHERE a > (SELECT min(a) FROM t) --"
      )
      .hasSuffix("keeps only **2** of 3 sample rows."))
  }

  @Test func `a column whose values are in another one was renamed`() throws {
    #expect(
      try rebuild(
        from: "a INTEGER PRIMARY KEY, b TEXT", to: "a INTEGER PRIMARY KEY, c TEXT", copying: "a, c",
        as: "a, b")
        == "Rebuilds **t**: renames **b** to **c**, keeps 3 of 3 sample rows.")
  }

  @Test func `a UNIQUE that becomes an index still keeps values apart`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (a INT, b TEXT)", "INSERT INTO t_new SELECT a, b FROM t",
          "DROP TABLE t",
          "ALTER TABLE t_new RENAME TO t", "CREATE UNIQUE INDEX i ON t (b)",
        ]), after: ["CREATE TABLE t (a INT, b TEXT UNIQUE)"])
    #expect(found.count == 2)
    let plain = found.first?.words.plain
    #expect(plain == "Rebuilds t: keeps b unique, now with an index; keeps 3 of 3 sample rows.")
  }

  @Test func `a rebuild says what becomes of triggers`() throws {
    let old = "CREATE TRIGGER r AFTER DELETE ON log BEGIN DELETE FROM team; END"
    let new = "CREATE TRIGGER r AFTER INSERT ON log BEGIN DELETE FROM team; END"
    for (recreated, words) in [([], "removes"), ([old], nil), ([new], "changes")] {
      let found = try sentences(
        of: .update(
          2,
          [
            "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)", "INSERT INTO n SELECT * FROM log",
            "DROP TABLE log", "ALTER TABLE n RENAME TO log",
          ] + recreated), after: schema + [old])
      let now =
        words == "changes"
        ? ", which now deletes rows of **team** after a row is added to **log**; " : ", "
      let clause =
        words.map { ": \($0) the trigger **r**\(now)" } ?? " with the same definition: "
      #expect(
        found.map(\.words.markdown) == ["Rebuilds **log**\(clause)keeps 3 of 3 sample rows."])
    }
  }

  @Test func `a table that is dropped and created again loses its rows`() throws {
    let text = try text(
      "DROP TABLE log", "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT, at TEXT)")
    #expect(
      text == [
        "Removes the table **log** with all its rows and creates it again: adds **at** (text)."
      ])
  }
}
