import Foundation

extension URL {
  /// The path of a file. Any other address as it is: opening it says that there is no such folder, where
  /// its path alone could be that of an innocent file.
  var pathOrAddress: String { isFileURL ? path : absoluteString }
}
