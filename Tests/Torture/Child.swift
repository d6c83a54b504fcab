import FaultCalls
import Foundation
import SQLScriptsTorture

/// A process that runs one closure and ends.
struct Child {
  /// How the process ended.
  enum End: Equatable {
    case exited(Int32)
    /// By SIGKILL.
    case killed
    /// By another signal.
    case crashed(Int32)
    /// It took longer than its time limit.
    case hung
  }

  struct CannotStart: Error {}

  private final class Box {
    let body: () -> Int32

    init(_ body: @escaping () -> Int32) {
      self.body = body
    }
  }

  private let number: pid_t

  /// Starts the process. No connection may be open, because parent and child would share its locks.
  ///
  /// - Parameter seconds: the time limit; 0 for none.
  init(within seconds: UInt32 = 0, _ body: @escaping () -> Int32) throws {
    // Buffered output would be printed twice.
    fflush(nil)
    let box = Box {
      // Swift's own handlers would symbolicate the crash, and continue after an illegal instruction.
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] { signal(number, SIG_DFL) }
      alarm(seconds)
      return body()
    }
    number = withExtendedLifetime(box) {
      fault_fork(
        { context in
          guard let context else { return 70 }
          let status = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().body()
          fflush(nil)
          return status
        }, Unmanaged.passUnretained(box).toOpaque())
    }
    guard number > 0 else { throw CannotStart() }
  }

  func kill() { _ = Foundation.kill(number, SIGKILL) }

  func wait() -> End {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    return switch status & 0x7f {
    case 0: .exited(status >> 8 & 0xff)
    case SIGKILL: .killed
    case SIGALRM: .hung
    default: .crashed(status & 0x7f)
    }
  }
}

/// A few numbers that are shared by a child and its parent.
final class SharedNumbers {
  private let memory: UnsafeMutablePointer<Int64>

  init() throws {
    let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw Child.CannotStart() }
    self.memory = memory.assumingMemoryBound(to: Int64.self)
  }

  deinit { munmap(memory, 4096) }

  /// The commits that a child has reported.
  var promise: ScenarioRun.Promise {
    get {
      ScenarioRun.Promise(committed: memory[0] == 0 ? nil : memory[0], isDone: memory[1] != 0)
    }
    set {
      memory[0] = newValue.committed ?? 0
      memory[1] = newValue.isDone ? 1 : 0
    }
  }

  /// Whether processes that run until they are stopped have to stop.
  var isOver: Bool {
    get { fault_shared_number(memory + 2) != 0 }
    set { fault_set_shared_number(memory + 2, newValue ? 1 : 0) }
  }
}
