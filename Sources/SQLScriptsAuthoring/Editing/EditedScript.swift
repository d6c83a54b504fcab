import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// Changes the statements of a script file and leaves every byte as it is that need not change.
///
/// Each change is read again before it counts: the new file must contain exactly the wanted statements, and all other
/// keys as before.
package struct EditedScript: Sendable {
  let file: ScriptFile
  let source: SourceFile
  let script: Script
  let list: ItemList

  /// - Parameter file: the file with its bytes.
  package init(_ file: ScriptFile, _ source: SourceFile, _ script: Script?) throws(Refusal) {
    guard let script else { throw .unreadable }
    guard !source.isBinaryPropertyList else { throw .binary }
    // A mistake may hide a statement, and then the numbers mean others.
    guard let list = ItemList(script), list.items.count == Self.statements(of: script).count else {
      throw .unreadable
    }
    (self.file, self.source, self.script, self.list) = (file, source, script, list)
  }

  package var bytes: [UInt8] { Array(source.bytes) }

  /// The number of statements that people count.
  package var count: Int { list.items.count }

  package var statements: [String] { Self.statements(of: script) }

  /// The statements as they are written, with all that belongs to them.
  package var items: [[UInt8]] { list.items }

  // MARK: Whole statements

  /// In a `.sql` file, each text must be exactly one statement.
  package func inserting(
    _ statements: [String], before number: Int
  ) throws(Refusal) -> [UInt8] {
    guard (1...count + 1).contains(number) else { throw .noStatement(number) }
    var (wanted, pieces) = (statements, statements.map { written($0) })
    if file.format == .sql {
      for (index, statement) in statements.enumerated() {
        let typed = try TypedStatement(style.lines(statement))
        wanted[index] = typed.known
        pieces[index] = Array((typed.text + style.lines(typed.end.closing)).utf8)
      }
    }
    var list = list
    list.insert(pieces, at: number - 1, style)
    return try checked(list) { $0.insert(contentsOf: wanted, at: number - 1) }
  }

  /// - Parameter statements: what replaces a statement.
  package func splitting(_ number: Int, into statements: [String]) throws(Refusal) -> [UInt8] {
    guard let first = statements.first else { throw .noSQL }
    let bytes = try setting(number, to: first)
    let source = SourceFile(name: source.name, bytes: bytes)
    let file = file.with(bytes)
    let script = ScriptBundle(scripts: []).read(file, in: source).script
    return try EditedScript(file, source, script)
      .inserting(Array(statements.dropFirst()), before: number + 1)
  }

  package func removing(_ numbers: [Int]) throws(Refusal) -> [UInt8] {
    let places = try places(numbers)
    var list = list
    for place in places.reversed() { list.remove(at: place) }
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
    list.move(places, to: target)
    return try checked(list) { $0.move(places, to: target) }
  }

  private func places(_ numbers: [Int]) throws(Refusal) -> [Int] {
    for number in numbers where !(1...max(1, count)).contains(number) || count == 0 {
      throw .noStatement(number)
    }
    return Set(numbers.map { $0 - 1 }).sorted()
  }

  var style: EditedStyle { EditedStyle(Array(source.bytes), file.format) }

  /// A text as a value of the format.
  func written(_ sql: String) -> [UInt8] {
    switch file.format {
    case .json: Array("\"\(JSONText.escaped(sql))\"".utf8)
    case .plist: Array("<string>\(style.lines(ScriptText.xml(sql)))</string>".utf8)
    case .sql: Array(sql.utf8)
    }
  }
}
