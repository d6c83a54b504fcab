import CSQLScriptsLibrary

/// Allows or denies the actions of a statement while SQLite compiles it.
///
/// The strings belong to SQLite and are valid during the call only. Creating a Swift string of each would cost more
/// than compiling a small INSERT. See <https://www.sqlite.org/c3ref/set_authorizer.html>.
package protocol Authorizer: AnyObject {
  func authorize(_ action: AuthorizerAction) -> AuthorizerVerdict
}

/// One action of a statement.
package struct AuthorizerAction {
  package enum Kind: Sendable {
    case insert, update, delete, read
    case createTable, dropTable, alterTable
    case createIndex, dropIndex, createView, dropView, createTrigger, dropTrigger
    /// A temporary table, index, view or trigger is created.
    case createTemporary
    /// A temporary table, index, view or trigger is dropped.
    case dropTemporary
    case transaction, savepoint, attach, detach, function, pragma
    case other
  }

  /// The kind of action.
  package let kind: Kind
  /// The table, also for ALTER TABLE; the name of a PRAGMA; the file of ATTACH; nil for a function.
  package let name: UnsafePointer<CChar>?
  /// The column of an UPDATE or a read, the table of an index or trigger, the value of a PRAGMA, or the name of a
  /// function.
  package let detail: UnsafePointer<CChar>?
  /// The database: main, temp, or an attached one.
  package let database: UnsafePointer<CChar>?
  /// The innermost trigger or view with the action; nil if the statement itself has it.
  package let container: UnsafePointer<CChar>?

  /// Whether it is about the main database.
  package var isMain: Bool { database.map { sqlite.pointee.stricmp($0, "main") == 0 } ?? false }

  /// Whether it is about the private database of temporary tables.
  package var isTemporary: Bool {
    database.map { sqlite.pointee.stricmp($0, "temp") == 0 } ?? false
  }

  /// Whether the name is reserved for SQLite, such as `sqlite_master`.
  package var isOfSQLite: Bool {
    name.map { sqlite.pointee.strnicmp($0, "sqlite_", 7) == 0 } ?? false
  }

  fileprivate init(
    _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?, _ container: UnsafePointer<CChar>?
  ) {
    kind = Self.kind(of: code)
    // Only for ALTER TABLE, SQLite passes the database first and the table second.
    name = code == SQLITE_ALTER_TABLE ? second : first
    detail = second
    self.database = code == SQLITE_ALTER_TABLE ? first : database
    self.container = container
  }

  private static func kind(of code: Int32) -> Kind {
    switch code {
    case SQLITE_INSERT: .insert
    case SQLITE_UPDATE: .update
    case SQLITE_DELETE: .delete
    case SQLITE_READ: .read
    case SQLITE_CREATE_TABLE, SQLITE_CREATE_VTABLE: .createTable
    case SQLITE_DROP_TABLE, SQLITE_DROP_VTABLE: .dropTable
    case SQLITE_ALTER_TABLE: .alterTable
    case SQLITE_CREATE_INDEX: .createIndex
    case SQLITE_DROP_INDEX: .dropIndex
    case SQLITE_CREATE_VIEW: .createView
    case SQLITE_DROP_VIEW: .dropView
    case SQLITE_CREATE_TRIGGER: .createTrigger
    case SQLITE_DROP_TRIGGER: .dropTrigger
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_VIEW,
      SQLITE_CREATE_TEMP_TRIGGER:
      .createTemporary
    case SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_VIEW,
      SQLITE_DROP_TEMP_TRIGGER:
      .dropTemporary
    case SQLITE_TRANSACTION: .transaction
    case SQLITE_SAVEPOINT: .savepoint
    case SQLITE_ATTACH: .attach
    case SQLITE_DETACH: .detach
    case SQLITE_FUNCTION: .function
    case SQLITE_PRAGMA: .pragma
    default: .other
    }
  }
}

/// The decision about an action.
package enum AuthorizerVerdict: Sendable {
  case allow
  /// The statement does not compile.
  case deny
  /// The statement compiles to nothing (for a PRAGMA).
  case ignore
}

extension Connection {
  /// Sets the authorizer. The connection does not keep it alive.
  ///
  /// - Returns: the authorizer of the app that it replaced.
  @discardableResult
  package func setAuthorizer(_ authorizer: AuthorizerBox) -> InstalledAuthorizer? {
    let callback: InstalledAuthorizer.Callback = {
      context, code, first, second, database, container in
      guard let context else { return SQLITE_OK }
      let box = Unmanaged<AuthorizerBox>.fromOpaque(context).takeUnretainedValue()
      let action = AuthorizerAction(code, first, second, database, container)
      switch box.authorizer.authorize(action) {
      case .allow: return SQLITE_OK
      case .deny: return SQLITE_DENY
      case .ignore: return SQLITE_IGNORE
      }
    }
    let context = Unmanaged.passUnretained(authorizer).toOpaque()
    if isConfiguredByApp { return .replace(on: handle, with: callback, context) }
    _ = sqlite.pointee.set_authorizer(handle, callback, context)
    return nil
  }

  /// Removes the authorizer, and restores the previous one.
  package func removeAuthorizer(restoring former: InstalledAuthorizer? = nil) {
    _ = sqlite.pointee.set_authorizer(handle, nil, nil)
    former?.install(on: handle)
  }
}

/// Holds an authorizer for the C callback, which can carry one pointer only.
package final class AuthorizerBox {
  package let authorizer: any Authorizer

  package init(_ authorizer: any Authorizer) {
    self.authorizer = authorizer
  }
}

/// A name that SQLite passed last time, to be compared without creating a Swift string.
package struct SeenName {
  private var bytes: ContiguousArray<CChar> = [0]

  package init() {}

  /// Whether the name is the same, byte for byte.
  package func isEqual(to name: UnsafePointer<CChar>) -> Bool {
    for (index, byte) in bytes.enumerated() where byte != name[index] { return false }
    return true
  }

  /// Stores a name for the next comparison.
  package mutating func see(_ name: UnsafePointer<CChar>) {
    bytes.removeAll(keepingCapacity: true)
    var next = name
    while next.pointee != 0 {
      bytes.append(next.pointee)
      next += 1
    }
    bytes.append(0)
  }
}
