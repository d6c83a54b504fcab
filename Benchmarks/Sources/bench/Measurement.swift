import Foundation

/// The time and memory of one run of a program.
struct Measurement {
  var seconds: Double
  /// The CPU time of the program, user and system, without other work of the machine.
  var processorSeconds: Double
  /// Its peak memory, in megabytes.
  var megabytes: Double

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program to its end. Its output is discarded.
  static func run(_ command: [String]) throws -> Measurement {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let start = DispatchTime.now().uptimeNanoseconds
    let error = posix_spawn(&process, command[0], &actions, nil, &arguments, environ)
    guard error == 0 else {
      throw Failure(description: "\(command): \(String(cString: strerror(error)))")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw Failure(description: "failed: \(command.joined(separator: " "))")
    }
    let end = DispatchTime.now().uptimeNanoseconds
    #if canImport(Darwin)
      let unit = 1e6
    #else
      let unit = 1e3
    #endif
    return Measurement(
      seconds: Double(end - start) / 1e9,
      processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      megabytes: Double(usage.ru_maxrss) / unit)
  }
}

extension Measurement {
  /// The median of each figure.
  init(medianOf runs: [Measurement]) {
    self.init(
      seconds: runs.map(\.seconds).median, processorSeconds: runs.map(\.processorSeconds).median,
      megabytes: runs.map(\.megabytes).median)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
