import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

/// Writes objects into a `bplist00`, with references of two bytes.
func binaryPlist(_ objects: [[UInt8]], top: Int = 0) -> [UInt8] {
  func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  var bytes = Array("bplist00".utf8)
  var offsets: [Int] = []
  for object in objects {
    offsets.append(bytes.count)
    bytes += object
  }
  let table = bytes.count
  for offset in offsets { bytes += number(offset, 4) }
  bytes += [0, 0, 0, 0, 0, 0, 4, 2]
  return bytes + number(objects.count, 8) + number(top, 8) + number(table, 8)
}

func reference(_ object: Int) -> [UInt8] { [UInt8(object >> 8), UInt8(object & 0xFF)] }

func ascii(_ text: String) -> [UInt8] { [0x50 + UInt8(text.utf8.count)] + Array(text.utf8) }

let binarySample = binaryPlist([
  [0xD2] + reference(1) + reference(2) + reference(3) + reference(4), ascii("sql"), ascii("all"),
  [0x6F, 0x10, 0x03, 0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00],
  [0xA7] + (5...11).flatMap(reference), [0x08], [0x09], [0x10, 0xFF],
  [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE],
  [0x23, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0], [0x33, 0, 0, 0, 0, 0, 0, 0, 0], [0x42, 1, 2],
])

struct BinaryPropertyListTests {
  @Test func `values of all types are read, and keys keep their order`() {
    let parsed = parsePlist(binarySample)
    #expect(places(parsed.diagnostics) == [])
    #expect(
      parsed.document.outline
        == "{'sql','é😀','all',[false,true,int 255,int -2,real 0.5,date,data]}")
    #expect(parsed.document.isSound)
  }

  @Test func `a shared object may occur several times`() {
    let parsed = parsePlist(
      binaryPlist([[0xA2] + reference(1) + reference(1), [0xA1] + reference(2), ascii("a")]))
    #expect(parsed.document.outline == "[['a'],['a']]")
  }

  @Test(arguments: [
    binaryPlist([[0xA1] + reference(0)]),
    binaryPlist([[0xA1] + reference(1), [0xA1] + reference(0)]),
    binaryPlist([[0xA1] + reference(9)]),
    binaryPlist([[0xAF, 0x13] + [UInt8](repeating: 0xFF, count: 8)]),
    binaryPlist([[0xDF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]),
    binaryPlist([[0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]), binaryPlist([[0x52, 0x41]]),
    binaryPlist([[0x61, 0xD8, 0x00]]), binaryPlist([[0x51, 0xE9]]),
    binaryPlist([[0x14, 1] + [UInt8](repeating: 0, count: 15)]),
    binaryPlist([[0x70]]), binaryPlist([[0xD1] + reference(1) + reference(1), [0x08]]),
    binaryPlist([[0x5F]]), binaryPlist([], top: 0), binaryPlist([[0x08]], top: 1),
    Array("bplist00".utf8), Array("bplist15".utf8) + [UInt8](repeating: 0, count: 60),
    Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 60),
  ])
  func `a damaged file is one finding`(bytes: [UInt8]) {
    let parsed = parsePlist(bytes)
    #expect(parsed.diagnostics.map(\.id) == ["binary-plist-damaged"])
    #expect(parsed.document.isSound || parsed.document.nodes.isEmpty)
  }

  @Test func `ten thousand nested lists are refused at the ninth`() {
    let objects: [[UInt8]] = (1..<10_000).map { [0xA1] + reference($0) } + [[0xA0]]
    #expect(parsePlist(binaryPlist(objects)).diagnostics.map(\.id) == ["nesting-too-deep"])
  }

  @Test func `lists that share lists do not expand without limit`() {
    // Seven levels of 250 references to the next: 6 * 10^16 values.
    let objects = (1...7).map { level -> [UInt8] in
      [0xAF, 0x10, 250] + Array(repeating: reference(level), count: 250).joined()
    }
    let parsed = parsePlist(binaryPlist(objects + [[0x09]]))
    #expect(parsed.diagnostics.map(\.id) == ["binary-plist-too-large"])
    #expect(parsed.document.nodes.count <= 22_000)
  }

  @Test func `a text that is shared a thousand times is limited`() {
    let text = [UInt8](repeating: 0x61, count: 1 << 20)
    let list: [UInt8] =
      [0xAF, 0x11, 0x03, 0xE8] + Array(repeating: reference(1), count: 1000).joined()
    let bytes = binaryPlist([list, [0x5F, 0x12, 0, 0x10, 0, 0] + text])
    let parsed = parsePlist(bytes)
    #expect(parsed.diagnostics.map(\.id) == ["binary-plist-too-large"])
    #expect(parsed.document.nodes.count < 40)
  }

  private func list(of count: Int) -> [UInt8] {
    let list =
      [0xAF, 0x12] + withUnsafeBytes(of: UInt32(count).bigEndian) { [UInt8]($0) }
      + Array(repeating: reference(1), count: count).joined()
    return binaryPlist([list, [0x58] + Array("SELECT 1".utf8)])
  }

  @Test func `a text that a list refers to thirty thousand times is decoded once`() {
    let count = 30_000
    let parsed = parsePlist(list(of: count))
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document.nodes.count == count + 1)
    #expect(parsed.document.text.count < parsed.document.source.count + 100)
    #expect(parsed.document.nodes.last.map { parsed.document.string(of: $0) } == "SELECT 1")
  }

  @Test func `references cannot create more statements than a file of this size could hold`() {
    let parsed = parsePlist(list(of: 300_000))
    #expect(parsed.diagnostics.map(\.id) == ["binary-plist-too-large"])
    #expect(parsed.document.text.count < parsed.document.source.count * 2)
  }

  @Test func `numbers, dates and keys can be shared`() {
    let dictionary: [UInt8] = [0xD1] + reference(4) + reference(2)
    let list: [UInt8] = [0xA6] + [1, 1, 2, 2, 3, 3].flatMap { reference($0) }
    let parsed = parsePlist(
      binaryPlist([list, [0x10, 7], [0x53, 0x61, 0x62, 0x63], dictionary, [0x51, 0x6B]]))
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document.outline == "[int 7,int 7,'abc','abc',{'k','abc'},{'k','abc'}]")
  }

  @Test func `a NUL in a text is an error`() {
    let parsed = parsePlist(binaryPlist([[0x53, 0x41, 0, 0x42]]))
    #expect(parsed.diagnostics.map(\.id) == ["nul-character"])
    #expect(parsed.document.isSound)
  }
}
