import Foundation

/// Faults of the system that a program can be made to meet: see Tests/Fixtures/faults.c.
public enum Faults {
  /// The library to preload, built the first time with the compiler that Swift comes with, or with
  /// the system's.
  public static let library: String? = {
    let library = "\(NSTemporaryDirectory())pnmfx-tests-faults-\(getpid()).so"
    let source = "\(Repository.path)/Tests/Fixtures/faults.c"
    let build = """
      for compiler in clang cc gcc; do
        command -v $compiler >/dev/null &&
          exec $compiler -O1 -shared -fPIC -o "$1" "$2" -ldl
      done
      exit 1
      """
    guard let outcome = try? Program.shell(build, [library, source]), outcome.status == .exit(0)
    else { return nil }
    atexit { if let library = Faults.library { unlink(library) } }
    return library
  }()

  /// The environment in which a program meets faults, as in `["SHORT": 1, "EINTR": 1]`.
  public static func environment(_ faults: [String: Int]) -> [String: String] {
    var variables = ["LD_PRELOAD": library ?? ""]
    for (name, value) in faults { variables["FAULT_\(name)"] = "\(value)" }
    return variables
  }
}
