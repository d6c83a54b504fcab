import CSQLScriptsLibrary
import SQLScriptsDatabase

extension Connection {
  /// The current time of a repeatable database.
  package enum Moment: Sendable {
    /// The time when the process first asked.
    case first
    /// More than a year later, in another month and at another hour. Every value that depends on the time or on random
    /// numbers differs from the first moment.
    case second
  }

  /// Creates an in-memory database in which the clock stands still and random numbers are repeatable.
  ///
  /// Two databases of one moment that run the same statements have the same contents. A difference between databases of
  /// different moments comes from the clock or from `random()`.
  package convenience init(repeatableAt moment: Moment) throws(SQLiteError) {
    try self.init(
      opening: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0),
      vfs: moment == .first ? StoppedClock.first : StoppedClock.second)
    let seed: UInt64 = moment == .first ? 1 : 2
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
    let functions: [(name: String, count: Int32, body: RepeatableChance.Function)] = [
      ("random", 0, RepeatableChance.random), ("randomblob", 1, RepeatableChance.randomBlob),
    ]
    for function in functions {
      let chance = Unmanaged.passRetained(RepeatableChance(seed: seed))
      let code = sqlite.pointee.create_function_v2(
        handle, function.name, function.count, flags, chance.toOpaque(), function.body, nil, nil
      ) { context in
        guard let context else { return }
        Unmanaged<RepeatableChance>.fromOpaque(context).release()
      }
      guard code == SQLITE_OK else { throw SQLiteError(handle) }
    }
  }
}

/// Replaces the generator that `random()` and `randomblob()` use.
private final class RepeatableChance {
  typealias Function =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  private static let longestBlob = 128 << 20

  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(state: seed)
  }

  private func next() -> UInt64 { generator.next() }

  private static func chance(of context: OpaquePointer?) -> RepeatableChance? {
    sqlite.pointee.user_data(context).map {
      Unmanaged<RepeatableChance>.fromOpaque($0).takeUnretainedValue()
    }
  }

  static let random: Function = { context, _, _ in
    sqlite.pointee.result_int64(context, Int64(bitPattern: chance(of: context)?.next() ?? 0))
  }

  static let randomBlob: Function = { context, _, values in
    guard let chance = chance(of: context) else { return }
    // At least one byte, as in SQLite.
    let count = max(1, Int(clamping: sqlite.pointee.value_int64(values?.pointee)))
    guard count <= longestBlob else { return sqlite.pointee.result_error_toobig(context) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { bytes.append(UInt8(truncatingIfNeeded: chance.next())) }
    bytes.withUnsafeBytes {
      sqlite.pointee.result_blob64(
        context, $0.baseAddress, UInt64(count),
        unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  }
}

/// The system's VFS with another clock. SQLite gets the time from the VFS only. <https://www.sqlite.org/c3ref/vfs.html>
private enum StoppedClock {
  static let first = register(
    "sqlscripts-first-moment",
    milliseconds: { _, time in
      time?.pointee = start
      return SQLITE_OK
    },
    days: { _, time in
      time?.pointee = Double(start) / 86_400_000
      return SQLITE_OK
    })

  static let second = register(
    "sqlscripts-second-moment",
    milliseconds: { _, time in
      time?.pointee = later
      return SQLITE_OK
    },
    days: { _, time in
      time?.pointee = Double(later) / 86_400_000
      return SQLITE_OK
    })

  /// The start in milliseconds of the Julian day.
  private static let start: Int64 = {
    var time: Int64 = 0
    guard let system = sqlite.pointee.vfs_find(nil),
      system.pointee.xCurrentTimeInt64?(system, &time) == SQLITE_OK
    else { return 212_662_713_600_000 }
    return time
  }()

  /// 402 days, 7 hours, 13 minutes and 17.123 seconds after it.
  private static let later = start + 402 * 86_400_000 + 7 * 3_600_000 + 13 * 60_000 + 17_123

  /// Registers the VFS and returns its name; nil, which means the system's own, if there is no memory for it.
  private static func register(
    _ name: StaticString,
    milliseconds:
      @escaping @convention(c) (
        UnsafeMutablePointer<sqlite3_vfs>?, UnsafeMutablePointer<sqlite3_int64>?
      ) -> Int32,
    days:
      @escaping @convention(c) (
        UnsafeMutablePointer<sqlite3_vfs>?, UnsafeMutablePointer<Double>?
      ) -> Int32
  ) -> String? {
    guard let system = sqlite.pointee.vfs_find(nil) else { return nil }
    // It is never freed, because SQLite keeps it.
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    vfs.pointee.pNext = nil
    vfs.pointee.xCurrentTime = days
    vfs.pointee.xCurrentTimeInt64 = milliseconds
    return sqlite.pointee.vfs_register(vfs, 0) == SQLITE_OK ? "\(name)" : nil
  }
}
