import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// Changes the statements of a script file and leaves every byte as it is that need not change.
///
/// Each change is read again before it counts: the new file must contain exactly the wanted statements, and all other
/// keys as before.
package struct EditedScript: Sendable {
  package enum Refusal: Error, Sendable, Hashable {
    /// The file has mistakes because of which its statements are not known.
    case unreadable
    case binary
    case noStatement(Int)
    /// The format cannot hold the text, for example because of a control character.
    case unwritable
    /// The key can only be written in a property list or in JSON.
    case notInSQL
  }

  let file: ScriptFile
  let source: SourceFile
  let script: Script
  let list: ItemList

  /// - Parameter file: the file with its bytes.
  package init(_ file: ScriptFile, _ source: SourceFile, _ script: Script?) throws(Refusal) {
    guard let script else { throw .unreadable }
    guard !source.isBinaryPropertyList else { throw .binary }
    guard let list = ItemList(script) else { throw .unreadable }
    (self.file, self.source, self.script, self.list) = (file, source, script, list)
  }

  /// The number of statements that people count.
  package var count: Int { list.pieces.count }

  // MARK: Whole statements

  package func inserting(
    _ statements: [String], before number: Int
  ) throws(Refusal) -> [UInt8] {
    guard (1...count + 1).contains(number) else { throw .noStatement(number) }
    let lead = list.newLead(otherwise: firstLead)
    var list = list
    let new = statements.map { ItemList.Piece(lead: lead, body: written($0), trail: []) }
    list.change { $0.insert(contentsOf: new, at: number - 1) }
    if count == 0 { list.suffix = closing(list.suffix) }
    return try checked(list) { $0.insert(contentsOf: statements, at: number - 1) }
  }

  package func removing(_ numbers: [Int]) throws(Refusal) -> [UInt8] {
    let places = try places(numbers)
    var list = list
    list.change { pieces in
      for place in places.reversed() { pieces.remove(at: place) }
    }
    return try checked(list) { statements in
      for place in places.reversed() { statements.remove(at: place) }
    }
  }

  /// - Parameter number: the number of the statement before which they are moved, as it is now; one more than the last
  ///   one for the end.
  package func moving(_ numbers: [Int], before number: Int) throws(Refusal) -> [UInt8] {
    let places = try places(numbers)
    guard (1...count + 1).contains(number) else { throw .noStatement(number) }
    let target = number - 1 - places.count { $0 < number - 1 }
    var list = list
    list.change { $0.move(places, to: target) }
    return try checked(list) { $0.move(places, to: target) }
  }

  private func places(_ numbers: [Int]) throws(Refusal) -> [Int] {
    for number in numbers where !(1...max(1, count)).contains(number) || count == 0 {
      throw .noStatement(number)
    }
    return Set(numbers.map { $0 - 1 }).sorted()
  }

  /// What comes before the first statement of an empty list.
  private var firstLead: [UInt8] {
    switch file.format {
    case .sql: return list.prefix.last.map { $0 == 0x0A } ?? true ? [] : [0x0A]
    case .json, .plist:
      let close = list.suffix.prefix { $0.isBlank }
      let line = Array(close).lastLine
      guard line.isEmpty else { return line + (file.format == .json ? [0x20, 0x20] : [0x09]) }
      let indentation = list.prefix.lastLine.prefix { $0.isBlank }
      return (indentation.isEmpty ? [0x0A] : Array(indentation))
        + (file.format == .json ? [0x20, 0x20] : [0x09])
    }
  }

  /// Closes a list on a line of its own.
  private func closing(_ suffix: [UInt8]) -> [UInt8] {
    guard file.format != .sql, suffix.first.map({ !$0.isBlank }) ?? false else { return suffix }
    let indentation = list.prefix.lastLine.prefix { $0.isBlank }
    return (indentation.isEmpty ? [0x0A] : Array(indentation)) + suffix
  }

  /// A statement as a new piece.
  func written(_ sql: String) -> [UInt8] {
    switch file.format {
    case .json: Array("\"\(JSONText.escaped(sql))\"".utf8)
    case .plist: Array("<string>\(ScriptText.xml(sql))</string>".utf8)
    case .sql: Array(sql.utf8)
    }
  }
}

extension Array {
  fileprivate mutating func move(_ places: [Int], to target: Int) {
    let moved = places.map { self[$0] }
    for place in places.reversed() { remove(at: place) }
    insert(contentsOf: moved, at: Swift.min(target, count))
  }
}
