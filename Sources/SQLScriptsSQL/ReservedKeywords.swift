/// The reserved keywords of SQLite, which cannot be names without quotes.
///
/// See <https://www.sqlite.org/lang_keywords.html>. SQLite accepts the other keywords as names.
package enum ReservedKeywords {
  /// In capital letters.
  package static let all: Set<String> = Set(
    """
    ADD ALL ALTER AND AS AUTOINCREMENT BETWEEN CASE CAST CHECK COLLATE COMMIT CONSTRAINT CREATE DEFAULT
    DEFERRABLE DELETE DISTINCT DROP ELSE ESCAPE EXCEPT EXISTS FOREIGN FROM GROUP HAVING IF IN INDEX
    INSERT INTERSECT INTO IS ISNULL JOIN LIMIT NOT NOTHING NOTNULL NULL ON OR ORDER PRIMARY RAISE
    REFERENCES RETURNING SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES WHEN
    WHERE
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
