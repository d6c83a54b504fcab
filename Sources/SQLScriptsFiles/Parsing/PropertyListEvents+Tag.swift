// The tags that a property list may have.
extension PropertyListEvents {
  enum Tag {
    case plist, array, dict, key, string, integer, real, date, data, yes, no, unknown

    init(_ name: String) {
      switch name {
      case "plist": self = .plist
      case "array": self = .array
      case "dict": self = .dict
      case "key": self = .key
      case "string": self = .string
      case "integer": self = .integer
      case "real": self = .real
      case "date": self = .date
      case "data": self = .data
      case "true": self = .yes
      case "false": self = .no
      default: self = .unknown
      }
    }

    var holdsTags: Bool { self == .plist || self == .array || self == .dict }
  }

  struct Element {
    let tag: Tag
    let name: String
    let start: Int
    let contentStart: Int

    var tagRange: Range<Int> { Range(from: start, to: contentStart) }
  }
}
