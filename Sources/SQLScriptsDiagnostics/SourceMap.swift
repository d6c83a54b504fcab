/// Maps offsets in decoded text to offsets in the file.
///
/// Decoded text differs from the file at each entity, CDATA section, escape or converted line ending. A segment begins
/// at each of them; within a segment both offsets advance together.
package struct SourceMap: Sendable {
  package struct Segment: Sendable {
    package var decoded: UInt32
    package var source: UInt32
  }

  package private(set) var segments: [Segment] = []

  package init() {}

  /// Begins a segment: decoded text now comes from `source`. Offsets must not decrease.
  package mutating func append(decoded: Int, source: Int) {
    let segment = Segment(decoded: UInt32(clamping: decoded), source: UInt32(clamping: source))
    if let last = segments.last {
      // It continues the segment before.
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
