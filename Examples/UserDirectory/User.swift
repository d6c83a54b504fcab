import SQLScripts

/// A row of `user_info`.
struct User: Equatable {
  var id: Int64
  var name: String
  var age: Int
  var sex: String?

  init(_ row: SQLiteRow) {
    id = row["id"].int64 ?? 0
    name = row["name"].string ?? ""
    age = row["age"].int ?? 0
    sex = row["sex"].string
  }
}

extension User: CustomStringConvertible {
  var description: String {
    "\(name), \(age)" + (sex.map { ", \($0)" } ?? "")
  }
}
