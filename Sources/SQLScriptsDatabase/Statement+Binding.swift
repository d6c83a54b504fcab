import CSQLScriptsLibrary

// Binds values without creating a Swift value. Each call returns whether SQLite accepted the value; it refuses values
// that are too long for the connection.
extension Statement {
  package func bindNull(at index: Int32) -> Bool {
    sqlite.pointee.bind_null(handle, index) == SQLITE_OK
  }

  package func bind(_ value: Int64, at index: Int32) -> Bool {
    sqlite.pointee.bind_int64(handle, index, value) == SQLITE_OK
  }

  package func bind(_ value: Double, at index: Int32) -> Bool {
    sqlite.pointee.bind_double(handle, index, value) == SQLITE_OK
  }

  /// The text must stay valid until the statement has run.
  package func bind(textInPlace text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Bool {
    sqlscripts_bind_text_in_place(handle, index, text.baseAddress, UInt64(text.count)) == SQLITE_OK
  }

  package func bind(text: [UInt8], at index: Int32) -> Bool {
    // A NULL pointer would bind NULL.
    if text.isEmpty { return sqlscripts_bind_text(handle, index, "", 0) == SQLITE_OK }
    return text.withUnsafeBytes { bytes in
      let chars = bytes.bindMemory(to: CChar.self)
      return sqlscripts_bind_text(handle, index, chars.baseAddress, UInt64(chars.count))
        == SQLITE_OK
    }
  }

  package func bind(blob: [UInt8], at index: Int32) -> Bool {
    if blob.isEmpty { return sqlscripts_bind_blob(handle, index, "", 0) == SQLITE_OK }
    return blob.withUnsafeBytes { bytes in
      sqlscripts_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count)) == SQLITE_OK
    }
  }
}
