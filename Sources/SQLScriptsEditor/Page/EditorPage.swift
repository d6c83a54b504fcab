/// The files of the editor's page, by their address.
package enum EditorPage {
  package static let files: [String: EditorFile] = [:]
}
