/// One way to be cruel.
enum Part: String, CaseIterable {
  case faults, crashes

  /// How much of the time it gets, compared with the others.
  var share: Double {
    switch self {
    case .faults: 3
    case .crashes: 3
    }
  }

  /// What it counts.
  var unit: String {
    switch self {
    case .faults: "faults"
    case .crashes: "states after a power cut"
    }
  }

  func run(_ figures: inout Figures, in folder: Folder) throws {
    switch self {
    case .faults: try FaultSweep.run(&figures, in: folder)
    case .crashes: try CrashSweep.run(&figures, in: folder)
    }
  }
}
