/// A row of `user_info`.
struct User: Equatable, Decodable {
  var id: Int64
  var name: String
  var age: Int
  var sex: String?
}

extension User: CustomStringConvertible {
  var description: String {
    "\(name), \(age)" + (sex.map { ", \($0)" } ?? "")
  }
}
