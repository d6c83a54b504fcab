#if os(Linux)
  import Foundation
  import Testing

  /// Laws 2, 24 and 27: whatever the clock shows, databases are migrated, and backups keep their order.
  struct ClockTests {
    /// Sets the clock of the programs that it is loaded into, to CLOCK seconds since 1970.
    private static let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdlib.h>
      #include <sys/time.h>
      #include <time.h>
      static long long seconds(void) { const char *t = getenv("CLOCK"); return t ? atoll(t) : 0; }
      int clock_gettime(clockid_t id, struct timespec *t) {
        static int (*next)(clockid_t, struct timespec *);
        if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
        int result = next(id, t);
        if (id == CLOCK_REALTIME) t->tv_sec = seconds();
        return result;
      }
      int gettimeofday(struct timeval *t, void *zone) { t->tv_sec = seconds(); t->tv_usec = 0; return 0; }
      time_t time(time_t *t) { time_t s = seconds(); if (t) *t = s; return s; }

      """

    private static let hasCompiler: Bool = {
      guard let sandbox = try? Sandbox() else { return false }
      defer { sandbox.remove() }
      return (try? sandbox.run("cc --version"))?.status == 0
    }()

    private static let clocks = [
      "1790000000", "4102444800", "0", "-1", "-2208988800", "-62200000000", "253402300799",
      "253402300800", "67767976233532799", "9223372036854775807", "-9223372036854775808",
    ]

    @Test(.enabled(if: ClockTests.hasCompiler, "faking the clock needs a C compiler"))
    func `laws 2 and 24: a wrong clock prevents neither a migration nor its backup`()
      throws
    {
      let sandbox = try Sandbox()
      defer { sandbox.remove() }
      try sandbox.write(Self.source, to: "clock.c")
      let made = try sandbox.run("cc -shared -fPIC -o clock.so clock.c -ldl")
      #expect(made.status == 0, "\(made)")
      try sandbox.write("CREATE TABLE t (x);\n", to: "SQLScripts/sql_default.sql")
      _ = try sandbox.run("sqlscripts migrate a.sqlite")
      for (number, clock) in Self.clocks.enumerated() {
        let set = "CLOCK=\(clock) LD_PRELOAD=$PWD/clock.so"
        try sandbox.write(
          "INSERT INTO t (x) VALUES (\(number));\n",
          to: "SQLScripts/sql_update_\(number + 2).sql")
        let output = try sandbox.run("\(set) sqlscripts migrate a.sqlite --backup --keep 1")
        #expect(output.status == 0, "\(clock): \(output)")
        let name =
          "a.sqlite.backup-0000\(number < 9 ? "0" : "")\(number + 1)-v\(number + 1)-to-v\(number + 2)"
        #expect(
          try sandbox.run("\(set) sqlscripts backup a.sqlite --list").stdout == "\(name)\n",
          "\(clock)")
        for command in ["history a.sqlite", "status a.sqlite", "new x --timestamp --scripts N"] {
          let said = try sandbox.run("mkdir -p N; \(set) sqlscripts \(command)")
          #expect([0, 1, 2].contains(said.status), "\(clock): \(command): \(said)")
        }
      }
      let last = try sandbox.run("sqlscripts restore a.sqlite && sqlscripts status a.sqlite")
      #expect(last.stdout.contains("a.sqlite: version \(Self.clocks.count), behind"), "\(last)")
    }
  }
#endif
