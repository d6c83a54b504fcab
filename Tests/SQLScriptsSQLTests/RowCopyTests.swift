import SQLScriptsSQL
import Testing

@Suite struct RowCopyTests {
  private func parsed(_ sql: String) -> RowCopy? {
    var sql = sql
    return sql.withUTF8 { RowCopy(StatementText($0)) }
  }

  @Test(arguments: [
    "", "INSERT", "INSERT INTO a", "INSERT INTO a SELECT", "INSERT INTO a SELECT x",
    "INSERT INTO a SELECT x FROM",
    "INSERT INTO a VALUES (1)", "REPLACE INTO a SELECT x FROM b", "INSERT INTO a DEFAULT VALUES",
    "WITH b AS (SELECT 1) INSERT INTO a SELECT x FROM b",
    "INSERT INTO a WITH b AS (SELECT 1) SELECT x FROM b",
    "INSERT INTO a SELECT x FROM b, c", "INSERT INTO a SELECT x FROM b JOIN c",
    "INSERT INTO a SELECT x FROM b AS c",
    "INSERT INTO a SELECT x FROM (SELECT 1)", "INSERT INTO a SELECT x FROM temp.b",
    "INSERT INTO a SELECT x FROM f(1)",
    "INSERT INTO a SELECT x FROM b WHERE 1 UNION SELECT 2",
    "INSERT INTO a SELECT x FROM b EXCEPT SELECT 2",
    "INSERT INTO a SELECT b.*, x FROM b", "INSERT INTO a SELECT x, main.b.* FROM b",
    "INSERT INTO a SELECT x, 1 IS DISTINCT FROM b", "INSERT INTO a SELECT DISTINCT x FROM b",
    "INSERT INTO a SELECT *, x FROM b", "INSERT INTO a SELECT , x FROM b",
    "INSERT INTO a (x, X) SELECT x, y FROM b",
    "INSERT INTO a (x SELECT x FROM b", "INSERT INTO a SELECT x FROM b; SELECT 1",
    "INSERT INTO a SELECT x; FROM b",
    "INSERT INTO 'a' SELECT x FROM b", "INSERT INTO a SELECT x IS NOT DISTINCT FROM y FROM b",
  ])
  func `any other statement is none`(sql: String) {
    #expect(parsed(sql) == nil)
  }

  @Test(arguments: [
    "INSERT INTO a SELECT * FROM b", "insert or ignore into main.\"a\" select * from [b];",
    "/* c */ INSERT INTO a -- d\n SELECT * FROM main.b WHERE x IN (SELECT 1) ORDER BY y LIMIT 3 ;",
  ])
  func `a star has all columns`(sql: String) throws {
    let copy = try #require(parsed(sql))
    #expect(copy.source == "b")
    #expect(copy.target == "a")
    #expect(copy.columns == nil)
    #expect(copy.targets == nil)
  }

  @Test func `only a plain name is a column`() throws {
    let copy = try #require(
      parsed(
        """
        INSERT INTO a (c1, "c 2") SELECT x, "Y y", 'x', x + 1, f(x, y), NULL, current_time, b.x, x AS y,
        (SELECT x FROM c), DISTINCTx, b.x * 2 FROM b
        """))
    #expect(copy.targets == ["c1", "c 2"])
    #expect(
      copy.columns == ["x", "y Y", nil, nil, nil, nil, nil, nil, nil, nil, "distinctX", nil])
  }
}
