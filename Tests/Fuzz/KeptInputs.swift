import Foundation

/// The inputs of each target that the repository keeps, so that a run starts where the last one stopped: one line of
/// base64 for each input.
enum KeptInputs {
  /// The maximum number of bytes of one target's lines.
  private static let most = 32_000

  static func inputs(of target: FuzzTarget) -> [[UInt8]] {
    let text = (try? String(contentsOf: file(of: target), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      Data(base64Encoded: String(line)).map { Array($0) }
    }
  }

  /// Keeps the files of a folder that libFuzzer has reduced to those with different coverage, the smallest first, as
  /// many as fit.
  static func keep(_ target: FuzzTarget, from folder: String) throws {
    let top = URL(fileURLWithPath: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let lines = try names.map { name in
      try Data(contentsOf: top.appendingPathComponent(name)).base64EncodedString() + "\n"
    }
    var kept: [String] = []
    var size = 0
    for line in Set(lines).sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      size += line.utf8.count
      guard size <= most else { break }
      kept.append(line)
    }
    // libFuzzer stopped without a result, so the previous inputs stay.
    guard !kept.isEmpty else {
      print("\(target): nothing to keep in \(folder)")
      exit(1)
    }
    try Data(kept.sorted().joined().utf8).write(to: file(of: target))
    print("\(target): \(kept.count) of \(lines.count) inputs kept")
  }

  private static func file(of target: FuzzTarget) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus").appendingPathComponent("\(target.rawValue).base64")
  }
}
