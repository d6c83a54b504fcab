/// The end tags without a start tag after each place of a property list, found in one pass.
struct LostEndTags {
  /// Where each tag begins.
  private var tags: [Int] = []
  /// For each tag, the name of the first end tag from it on whose start tag is before it.
  private var names: [String?] = []

  /// - Parameter start: a place between two tags, from which on the tags are read.
  init(in bytes: TolerantBytes, from start: Int) {
    // The tags that wait for such an end tag, with their depths, which never decrease.
    var waiting: [(tag: Int, depth: Int)] = []
    var depth = 0
    var place = start
    while let open = bytes[place...].firstIndex(of: 0x3C) {
      if let end = Self.endOfSection(in: bytes, at: open) {
        place = end
        continue
      }
      guard let close = bytes[open...].firstIndex(of: 0x3E) else { return }
      place = close + 1
      waiting.append((tags.count, depth))
      tags.append(open)
      names.append(nil)
      if bytes[open + 1] == 0x2F {
        // No tag that could be open has a longer name.
        let name = String(decoding: bytes[open + 2..<close].prefix(64), as: UTF8.self)
        while let last = waiting.last, last.depth >= depth {
          names[last.tag] = name
          waiting.removeLast()
        }
        depth -= 1
      } else if bytes[close - 1] != 0x2F {
        depth += 1
      }
    }
  }

  /// The name in the first end tag whose start tag is before a place; nil if there is none.
  func first(from place: Int) -> String? {
    var (low, high) = (0, tags.count)
    while low < high {
      let middle = low + (high - low) / 2
      if tags[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < names.count ? names[low] : nil
  }

  /// The end of the comment or CDATA section at a place; nil if there is none.
  private static func endOfSection(in bytes: TolerantBytes, at open: Int) -> Int? {
    let isComment = bytes[open...].starts(with: "<!--".utf8)
    guard isComment || bytes[open...].starts(with: "<![CDATA[".utf8) else { return nil }
    let mark: UInt8 = isComment ? 0x2D : 0x5D
    var place = open + (isComment ? 4 : 9)
    while place < bytes.count,
      bytes[place] != mark || bytes[place + 1] != mark || bytes[place + 2] != 0x3E
    {
      place += 1
    }
    return place
  }
}
