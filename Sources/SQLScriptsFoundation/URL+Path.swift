import Foundation

extension URL {
  /// The path of a file URL. Other URLs are returned as they are, so that opening them fails: their path alone could
  /// name an unrelated file.
  var pathOrAddress: String { isFileURL ? path : absoluteString }
}
