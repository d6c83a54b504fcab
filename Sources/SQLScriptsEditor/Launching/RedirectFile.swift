import SQLScriptsAuthoring
import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A page that leads the browser to the editor. All users of a computer can see the arguments of a program, so the
/// browser gets the path of this file instead of the address with the secret.
package final class RedirectFile: Sendable {
  package let path: String
  private let folder: String

  /// Writes the page into a new folder. Only the user can read both.
  ///
  /// - Parameters:
  ///   - address: an address without characters that HTML escapes.
  ///   - parent: an existing folder, for example for temporary files.
  /// - Returns: nil if the file cannot be written.
  package init?(to address: String, in parent: String) {
    var name = "\(parent)/sqlscripts-edit-XXXXXX".systemPath
    guard let made = mkdtemp(&name) else { return nil }
    folder = String(systemName: made)
    path = folder + "/editor.html"
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(address)">
      <title>SQLScripts</title>
      <p><a href="\(address)">Open the editor</a></p>
      </html>

      """
    // On failure, `deinit` removes what there is.
    guard Self.write(page, to: path) else { return nil }
  }

  deinit {
    remove()
  }

  package func remove() {
    unlink(path.systemPath)
    rmdir(folder.systemPath)
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let handle = open(path.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard handle >= 0 else { return false }
    let isWritten = NewFile.writeAll(Array(text.utf8), to: handle)
    return close(handle) == 0 && isWritten
  }
}
