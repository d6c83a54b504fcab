import Foundation
import SQLScriptsFoundation

enum AppDatabase {
  /// Call this once, at launch. Tests and previews pass a temporary folder.
  static func configure(in folder: URL? = nil) throws {
    let url = try folder ?? defaultFolder()
    let configuration = SQLiteManager.Configuration(
      url: url.appendingPathComponent("notes.sqlite"), scripts: .bundle(.module))
    try SQLiteManager.configure(configuration)
  }

  /// Application Support/Notes. The app creates it, because it may not exist yet.
  static func defaultFolder() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = support.appendingPathComponent("Notes", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
