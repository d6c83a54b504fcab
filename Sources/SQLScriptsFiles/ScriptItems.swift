/// The items of a script, in order.
///
/// Nearly all scripts are plain lists of strings, for which the document already has all information. Then a million
/// items are not created again.
package struct ScriptItems: RandomAccessCollection, Sendable {
  let document: Document
  let list: List

  enum List: Sendable {
    /// The texts at a range of the document's nodes, all of them.
    case texts(Range<Int>)
    case each([ScriptItem])
  }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch list {
    case .texts(let nodes): nodes.count
    case .each(let items): items.count
    }
  }

  package subscript(index: Int) -> ScriptItem {
    switch list {
    case .texts(let nodes):
      ScriptItem(
        number: index + 1, text: document.text(of: document.nodes[nodes.lowerBound + index]))
    case .each(let items): items[index]
    }
  }
}
