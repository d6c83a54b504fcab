import Foundation
import SQLScriptsFoundation
import Testing

/// Foundation's values as properties of `Decodable` types.
struct DecodableTests {
  private struct Photo: Decodable, Equatable {
    var id: UUID
    var data: Data
    var takenAt: Date
    var url: URL?
  }

  private let database = SQLiteManager(
    .init(path: ":memory:", scripts: .scripts(ScriptBundle(scripts: [.default([])]))))

  @Test func `dates, data, UUIDs and URLs are read as they were bound`() throws {
    let photo = Photo(
      id: UUID(), data: Data([0, 255]), takenAt: Date(timeIntervalSince1970: 1_700_000_000.5),
      url: URL(string: "https://example.com/a%20b"))
    for url in [photo.url, nil] {
      let row = try database.queryFirst(
        "SELECT ? AS id, ? AS data, ? AS taken_at, ? AS url", photo.id, photo.data, photo.takenAt,
        url)
      var same = photo
      same.url = url
      #expect(try row?.decode(columns: .snakeCase) == same)
    }
    #expect(try database.queryFirst("SELECT ?", photo.id)?.decode() == photo.id)
    #expect(try database.queryFirst("SELECT x'01'")?.decode(Data?.self) == Data([1]))
  }

  @Test(arguments: ["5", "5.0", "'yesterday'", "x'00'"])
  func `a value that is not a date is an error, also a number`(_ value: String) throws {
    let row = try #require(try database.queryFirst("SELECT \(value) AS date"))
    #expect(throws: DecodingError.self) { try row.decode(Date.self) }
    #expect(throws: DecodingError.self) { try row.decode([String: Date].self) }
  }

  @Test func `NULL is not a date, and nil for an optional one`() throws {
    let row = try #require(try database.queryFirst("SELECT NULL AS date"))
    let error = #expect(throws: DecodingError.self) { try row.decode(Date.self) }
    guard case .valueNotFound = error else { return #expect(Bool(false)) }
    #expect(try row.decode(Date?.self) == .some(nil))
  }
}
