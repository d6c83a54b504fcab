import SQLScriptsDatabase
import Testing

@testable import SQLScriptsAuthoring

/// Typed values as literals of SQL.
struct FormLiteralTests {
  private func literal(_ text: String, _ type: FormType, _ sql: String = "") -> String {
    do {
      return try FormInput.value(text).sql(for: type, sql, field: "f")
    } catch {
      return "! \(error.message)"
    }
  }

  @Test(arguments: [
    ("", FormType.text, "''"), ("it's", .text, "'it''s'"), (" a\nb ", .text, "' a\nb '"),
    ("a\0", .text, "! a text cannot contain the character NUL"),
    ("abc", .whole, "! “abc” is not a whole number"), ("", .whole, "! “” is not a whole number"),
    (" 007 ", .whole, "7"), ("+5", .whole, "5"), ("-0", .whole, "0"),
    ("-9223372036854775808", .whole, "-9223372036854775808"),
    ("9223372036854775808", .whole, "! “9223372036854775808” is not a whole number"),
    ("1.0", .whole, "! “1.0” is not a whole number"), ("٣", .whole, "! “٣” is not a whole number"),
    ("1_000", .whole, "! “1_000” is not a whole number"),
    ("1.5", .number, "1.5"), ("-.5e-3", .number, "-.5e-3"), ("2", .number, "2"),
    ("+1e3", .number, "1e3"), ("9223372036854775808", .number, "9223372036854775808"),
    ("1,5", .number, "! “1,5” is not a number; did you mean 1.5?"),
    ("12,50", .number, "! “12,50” is not a number; did you mean 12.50?"),
    ("-0,5", .number, "! “-0,5” is not a number; did you mean -0.5?"),
    ("1.234,56", .number, "! “1.234,56” is not a number; did you mean 1234.56?"),
    ("1,234.56", .number, "! “1,234.56” is not a number; did you mean 1234.56?"),
    ("1'234.5", .number, "! “1'234.5” is not a number; did you mean 1234.5?"),
    ("1,234", .number, "! “1,234” is not a number; did you mean 1.234 or 1234?"),
    ("1,234,567", .number, "! “1,234,567” is not a number; did you mean 1234567?"),
    ("1 234", .number, "! “1 234” is not a number; did you mean 1234?"),
    ("1,2,3", .number, "! “1,2,3” is not a number"), ("1,", .number, "! “1,” is not a number"),
    (",5", .number, "! “,5” is not a number"), ("007,5", .number, "! “007,5” is not a number"),
    ("1.2.2024", .number, "! “1.2.2024” is not a number"),
    ("--1,5", .number, "! “--1,5” is not a number"), ("1,x", .number, "! “1,x” is not a number"),
    ("1.234", .whole, "! “1.234” is not a whole number; did you mean 1234?"),
    ("12,50", .whole, "! “12,50” is not a whole number"),
    ("12,50", .any, "'12,50'"),
    ("1e999", .number, "! “1e999” is not a number"), ("inf", .number, "! “inf” is not a number"),
    ("nan", .number, "! “nan” is not a number"), ("0x10", .number, "! “0x10” is not a number"),
    ("1.", .number, "1."), ("--1", .number, "! “--1” is not a number"),
    ("1/*", .number, "! “1/*” is not a number"), ("1 2", .number, "! “1 2” is not a number"),
    ("Yes", .yesno, "1"), ("FALSE", .yesno, "0"), ("1", .yesno, "1"), ("no", .yesno, "0"),
    ("2", .yesno, "! “2” is not yes or no"), ("", .yesno, "! “” is not yes or no"),
    ("2024-02-29", .date, "'2024-02-29'"),
    ("2023-02-29", .date, "! “2023-02-29” is not a date such as 2025-12-31"),
    ("2023-2-9", .date, "! “2023-2-9” is not a date such as 2025-12-31"),
    ("2023-00-10", .date, "! “2023-00-10” is not a date such as 2025-12-31"),
    ("today", .date, "! “today” is not a date such as 2025-12-31"),
    ("2024-02-29", .datetime, "'2024-02-29'"),
    ("2024-02-29T12:30", .datetime, "'2024-02-29T12:30'"),
    ("2024-02-29 23:59:59.123Z", .datetime, "'2024-02-29 23:59:59.123Z'"),
    ("2024-02-29 23:59-01:00", .datetime, "'2024-02-29 23:59-01:00'"),
    (
      "2024-02-29 24:00", .datetime,
      "! “2024-02-29 24:00” is not a date and time such as 2025-12-31 23:59:00"
    ),
    (
      "2024-02-29 12:30.5", .datetime,
      "! “2024-02-29 12:30.5” is not a date and time such as 2025-12-31 23:59:00"
    ),
    ("2024-02-29 ", .datetime, "'2024-02-29'"),
    ("00ff", .binary, "x'00ff'"), ("0xAB", .binary, "x'AB'"), ("x'01'", .binary, "x'01'"),
    ("", .binary, "x''"),
    (
      "x'", .binary,
      "! “x'” is not binary data: pairs of hexadecimal digits such as 00FF"
    ),
    ("0", .binary, "! “0” is not binary data: pairs of hexadecimal digits such as 00FF"),
    ("5", .any, "5"), ("-5.5", .any, "-5.5"), ("007", .any, "'007'"), ("0.5", .any, "0.5"),
    ("+5", .any, "'+5'"), ("x", .any, "'x'"), (" 5", .any, "5"), (" x", .any, "' x'"),
    ("", .any, "''"),
  ])
  func `a value becomes a literal of its type`(text: String, type: FormType, sql: String) throws {
    let literal = literal(text, type)
    #expect(literal == sql)
    guard !literal.hasPrefix("!") else { return }
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    #expect(try connection.rows("SELECT \(literal)").count == 1)
  }

  @Test(arguments: [
    ("5", "TINYINT", "5"), ("x", "BIGINT", "! “x” is not a whole number"),
    ("007", "VARCHAR(3)", "'007'"), ("x", "DOUBLE", "! “x” is not a number"),
    ("{}", "JSON", "'{}'"), ("5", "MONEY", "5"),
    ("12,50", "DOUBLE", "! “12,50” is not a number; did you mean 12.50?"),
    ("12,50", "DECIMAL(10,2)", "! “12,50” is not a number; did you mean 12.50?"),
    ("12,50", "VARCHAR(9)", "'12,50'"), ("1,2", "STRING", "'1,2'"), ("n/a", "DECIMAL", "'n/a'"),
    ("1,2", "ENUM('1,2','3')", "'1,2'"), ("1,2", "PSEUDONUMBER", "'1,2'"),
    ("1,2", "my numeric(9)", "! “1,2” is not a number; did you mean 1.2?"),
    ("1,2", "Number", "! “1,2” is not a number; did you mean 1.2?"),
    ("1,2", "smallmoney", "! “1,2” is not a number; did you mean 1.2?"),
  ])
  func `another type counts by its affinity`(text: String, type: String, sql: String) {
    #expect(literal(text, .other, type) == sql)
  }

  @Test(arguments: [
    "", " ", "-- x", "a; b", "a, b", "(a", "a)", "a) + (b", "?", ":a", "'a", "a ~~~ 'b",
  ])
  func `text that is not one expression is refused`(text: String) {
    #expect(throws: FormRefusal.self) {
      try FormInput.sql(text).sql(for: .text, "", field: "f")
    }
  }

  @Test(arguments: [
    ("1", "1"), ("- 1", "- 1"), ("'a'", "'a'"), ("x'00'", "x'00'"),
    ("CURRENT_DATE", "CURRENT_DATE"),
    ("true", "true"), ("1 + 1", "(1 + 1)"), ("(1 + 1)", "(1 + 1)"), ("(1) + (1)", "((1) + (1))"),
    ("date('now')", "(date('now'))"), ("abc", "(abc)"), ("\"a\"", "(\"a\")"),
    ("1 -- x", "1 -- x\n"), ("f(1) -- x", "(f(1) -- x\n)"),
  ])
  func `a default is in parentheses unless it is a literal`(text: String, sql: String) throws {
    let expression = try FormInput.sql(text).sql(for: .text, "", field: "f")
    #expect(FormInput.default(expression) == sql)
  }

  @Test(arguments: [
    ("", FormType.any), ("INT", .whole), ("bigint", .whole), ("VARCHAR(20)", .text),
    ("CLOB", .text),
    ("DOUBLE PRECISION", .number), ("NUMERIC(10, 2)", .number), ("Boolean", .yesno),
    ("date", .date), ("DATETIME", .datetime), ("timestamp", .datetime), ("BLOB", .binary),
    ("ANY", .any), ("JSON", .other), ("MONEY", .number), ("Timestamp  with time zone", .datetime),
    ("UUID", .other), ("TIME", .other),
  ])
  func `a type in SQL has a kind`(sql: String, type: FormType) {
    #expect(FormType(sql: sql) == type)
  }

  @Test(arguments: [
    ("VARCHAR(20)", true), ("DECIMAL(10, 2)", true), ("DOUBLE PRECISION", true), ("", false),
    ("TEXT NOT NULL", false), ("TEXT)", false), ("TEXT, b", false), ("VARCHAR()", false),
    ("VARCHAR(a)", false), ("A(1,2,3)", false), ("A(1)(2)", false), ("'TEXT'", false),
    ("TEXT -- x", true), ("AS (a)", false), ("TEXT;", false),
  ])
  func `only a type is a type`(sql: String, isType: Bool) {
    #expect(FormType.isType(sql) == isType)
  }
}
