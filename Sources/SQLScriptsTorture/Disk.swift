import SQLScriptsScratch

/// A disk whose writes stay in a cache until they are synced. It behaves as badly as POSIX allows: any unsynced write
/// to a file may be lost in a power cut, sector by sector. Changes of names keep their order, as on every file system
/// with a journal.
package struct Disk {
  private struct File {
    var durable: [UInt8]
    var waiting: [Change] = []
  }

  private enum Change {
    case write(Int, [UInt8])
    case truncate(Int)
  }

  private enum Naming {
    case make(String, Int)
    case remove(String)
    case rename(String, String)
  }

  private static let sector = 512

  private var files: [File] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var namings: [Naming] = []
  package private(set) var promise = ScenarioRun.Promise()

  package init(_ start: Folder.Files) {
    for (name, bytes) in start {
      names[name] = files.count
      files.append(File(durable: bytes))
    }
    durableNames = names
  }

  package mutating func apply(_ entry: DiskLog.Entry) {
    switch entry {
    case .write(let name, let offset, let bytes):
      files[file(name)].waiting.append(.write(offset, bytes))
    case .truncate(let name, let size): files[file(name)].waiting.append(.truncate(size))
    case .create(let name): _ = file(name)
    case .sync("/"): syncNames()
    case .sync(let name):
      let number = file(name)
      files[number].durable = Self.all(files[number])
      files[number].waiting = []
      // SQLite syncs the folder together with a new journal or log.
      if name.hasSuffix("-journal") || name.hasSuffix("-wal") { syncNames() }
    case .delete(let name, let syncsFolder):
      change(.remove(name))
      if syncsFolder { syncNames() }
    case .rename(let from, let to): change(.rename(from, to))
    case .promise(let promise): self.promise = promise
    }
  }

  private mutating func file(_ name: String) -> Int {
    if let number = names[name] { return number }
    files.append(File(durable: []))
    change(.make(name, files.count - 1))
    return files.count - 1
  }

  private mutating func change(_ naming: Naming) {
    Self.apply(naming, &names)
    namings.append(naming)
  }

  private mutating func syncNames() {
    durableNames = names
    namings = []
  }

  private static func apply(_ naming: Naming, _ names: inout [String: Int]) {
    switch naming {
    case .make(let name, let number): names[name] = number
    case .remove(let name): names[name] = nil
    case .rename(let from, let to):
      guard let number = names.removeValue(forKey: from) else { return }
      names[to] = number
    }
  }
}

extension Disk {
  /// All written data.
  package var kept: Folder.Files { names.mapValues { Self.all(files[$0]) } }

  /// Only synced data.
  package var dropped: Folder.Files { durableNames.mapValues { files[$0].durable } }

  /// Synced data, and some of the rest.
  package func torn(_ random: inout SeededGenerator) -> Folder.Files {
    var names = durableNames
    for naming in namings.prefix(Int.random(in: 0...namings.count, using: &random)) {
      Self.apply(naming, &names)
    }
    var torn: Folder.Files = [:]
    for (name, number) in names.sorted(by: { $0.key < $1.key }) {
      var bytes = files[number].durable
      for change in files[number].waiting where Bool.random(using: &random) {
        // Sometimes a write arrives completely.
        let isWhole = Int.random(in: 0..<3, using: &random) == 0
        switch change {
        case .truncate: Self.apply(change, &bytes)
        case .write(let offset, let written):
          for start in stride(from: 0, to: written.count, by: Self.sector)
          where isWhole || Bool.random(using: &random) {
            let end = min(start + Self.sector, written.count)
            Self.apply(.write(offset + start, Array(written[start..<end])), &bytes)
          }
        }
      }
      torn[name] = bytes
    }
    return torn
  }

  private static func all(_ file: File) -> [UInt8] {
    var bytes = file.durable
    for change in file.waiting { apply(change, &bytes) }
    return bytes
  }

  private static func apply(_ change: Change, _ bytes: inout [UInt8]) {
    func extend(_ count: Int) {
      if bytes.count < count {
        bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
      }
    }
    switch change {
    case .truncate(let size):
      extend(size)
      bytes.removeLast(bytes.count - size)
    case .write(let offset, let written):
      extend(offset + written.count)
      bytes.replaceSubrange(offset..<(offset + written.count), with: written)
    }
  }
}
