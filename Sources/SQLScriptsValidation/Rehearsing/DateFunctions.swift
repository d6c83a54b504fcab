/// The functions that read a date: <https://www.sqlite.org/lang_datefunc.html>.
enum DateFunctions {
  static let all: Set = ["DATE", "TIME", "DATETIME", "JULIANDAY", "STRFTIME", "UNIXEPOCH"]
}
