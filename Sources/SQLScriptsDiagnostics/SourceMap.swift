/// Leads from an offset in decoded text back to the offset in the file it was decoded from.
///
/// A decoded text differs from the bytes of its file wherever an entity, a CDATA section, an escape or
/// a folded line end stands. Each such edge starts a segment; within one, both sides run in step.
package struct SourceMap: Sendable {
  package struct Segment: Sendable {
    package var decoded: UInt32
    package var source: UInt32
  }

  package private(set) var segments: [Segment] = []

  package init() {}

  /// From here on, decoded text comes from `source`. Offsets must not go back.
  package mutating func append(decoded: Int, source: Int) {
    let segment = Segment(decoded: UInt32(clamping: decoded), source: UInt32(clamping: source))
    if let last = segments.last {
      // In step with the segment before: nothing new to know.
      if segment.source &- last.source == segment.decoded &- last.decoded { return }
      if last.decoded == segment.decoded { segments.removeLast() }
    }
    segments.append(segment)
  }

  /// The offset in the file of a decoded offset.
  package func sourceOffset(of decoded: Int) -> Int {
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(segments[middle].decoded) <= decoded { low = middle } else { high = middle }
    }
    guard low < segments.count else { return decoded }
    return Int(segments[low].source) + decoded - Int(segments[low].decoded)
  }
}
