// Corrections of the tree after a bracket or a tag that is missing or wrong.
extension DocumentBuilder {
  /// Opens a container around a value of the innermost container and all that follows. A dictionary begins with this value
  /// as a key.
  mutating func open(_ kind: Node.Kind, around node: Int) -> Bool {
    guard document.nodes.indices.contains(node), containers.count < Self.maximumDepth else {
      return false
    }
    let start = Int(document.nodes[node].start)
    document.nodes.insert(Node(kind, start..<start), at: node)
    for index in (node + 1)..<document.nodes.count where document.nodes[index].kind.isContainer {
      document.nodes[index].detail += 1
    }
    begin(kind, at: node)
    document.lacksStart = true
    return true
  }

  /// Changes the kind of the innermost container, which has no value, or only one that becomes a key.
  mutating func reopen(as kind: Node.Kind) {
    guard let container = popContainer() else { return }
    let start = Int(document.nodes[container.node].start)
    document.nodes[container.node] = Node(kind, start..<start)
    begin(kind, at: container.node)
  }

  /// Closes the innermost list before its last value, which is the key of the dictionary around it.
  mutating func closeListBeforeKey(at end: Int) {
    guard let key = document.nodes.popLast() else { return }
    close(at: end)
    document.nodes.append(key)
    noteKey(Int(key.start)..<Int(key.end))
  }

  private mutating func begin(_ kind: Node.Kind, at node: Int) {
    var container = Container(node: node, isDictionary: kind == .dictionary)
    if container.isDictionary, document.nodes.count > node + 1 {
      (container.pendingKey, container.lastKey, container.keyCount) = (node + 1, node + 1, 1)
    }
    push(container)
  }
}
