import CSQLScriptsFaults

/// Records all disk operations in order.
package final class DiskLog {
  package enum Entry {
    case write(String, offset: Int, [UInt8])
    case truncate(String, size: Int)
    case sync(String)
    case delete(String, syncsFolder: Bool)
    case create(String)
    case rename(String, String)
    /// A commit was reported at this point.
    case promise(ScenarioRun.Promise)
  }

  package private(set) var entries: [Entry] = []
  /// The kind of each counted operation, to choose the faults for it.
  package private(set) var operations: [fault_operation] = []

  package init() {}

  package func note(_ promise: ScenarioRun.Promise) { entries.append(.promise(promise)) }

  package func begin() {
    fault_vfs_begin(
      0, FAULT_IO_ERROR, 0,
      { context, operation, path, other, offset, bytes, count in
        guard let context else { return }
        Unmanaged<DiskLog>.fromOpaque(context).takeUnretainedValue()
          .note(
            operation, path.map { String(cString: $0) }, other.map { String(cString: $0) },
            Int(offset), bytes, Int(count))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  package func rest() { fault_vfs_rest() }

  private func note(
    _ operation: fault_operation, _ path: String?, _ other: String?, _ offset: Int,
    _ bytes: UnsafeRawPointer?, _ count: Int
  ) {
    operations.append(operation)
    // A file without a name does not survive a crash.
    guard let path else { return }
    let name = path.hasSuffix("/") ? "/" : Self.name(path)
    switch operation {
    case FAULT_WRITE:
      let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
      entries.append(.write(name, offset: offset, Array(bytes)))
    case FAULT_TRUNCATE: entries.append(.truncate(name, size: count))
    case FAULT_SYNC: entries.append(.sync(name))
    case FAULT_DELETE: entries.append(.delete(name, syncsFolder: count != 0))
    case FAULT_OPEN: entries.append(.create(name))
    case FAULT_RENAME: entries.append(.rename(name, Self.name(other ?? "")))
    default: break
    }
  }

  private static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
