import Foundation

/// What `posix_spawn` is told about a new process. (Foundation's Process hands an ignored SIGPIPE
/// down to the child, and cannot start it with closed descriptors.)
struct Spawn {
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var childsEnds: [Int32] = []

  /// The tests write to pipes whose readers may have gone.
  private static let ignoresBrokenPipes: Void = { Foundation.signal(SIGPIPE, SIG_IGN) }()

  /// Held from the making of a descriptor to its mark "close on exec", and while a child starts: a
  /// pipe's end that another test's child holds would never end. (Glibc's pipe2 is hidden from
  /// Swift.)
  private static let lock = NSLock()

  init() {
    _ = Self.ignoresBrokenPipes
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // A child starts with every signal at its default, whatever the runner ignores.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXFSZ] {
      sigaddset(&defaults, number)
    }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    // A group of its own, so that a shell's children can be killed with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  mutating func close() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for end in childsEnds { Foundation.close(end) }
    childsEnds = []
  }

  /// Connects standard input. Gives our end of the pipe, or -1 where there is none.
  mutating func connect(_ input: Input) throws -> Int32 {
    switch input {
    case .bytes, .live:
      let (reading, writing) = try Self.pipe()
      try give(reading, as: 0)
      return try Self.unblocked(writing)
    case .file(let path): try give(Self.open(path, O_RDONLY), as: 0)
    case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 0)
    }
    return -1
  }

  mutating func connect(_ output: Output, to number: Int32) throws -> Int32 {
    switch output {
    case .pipe:
      let (reading, writing) = try Self.pipe()
      try give(writing, as: number)
      return try Self.unblocked(reading)
    case .file(let path):
      try give(Self.open(path, O_WRONLY | O_CREAT | O_TRUNC), as: number)
    case .descriptor(let descriptor):
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    case .closed: posix_spawn_file_actions_addclose(&actions, number)
    }
    return -1
  }

  /// Starts the program that the first of the words is the path of.
  mutating func run(_ words: [String], environment: [String: String]) throws -> pid_t {
    let variables = ProcessInfo.processInfo.environment
      .merging(["LC_ALL": "C"]) { $1 }.merging(environment) { $1 }
    let path = words[0]
    let words = words.map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var identifier: pid_t = 0
    let code = Self.lock.withLock {
      posix_spawn(&identifier, path, &actions, &attributes, words, settings)
    }
    guard code == 0 else { throw SystemError("starting \(path)", code) }
    return identifier
  }

  private mutating func give(_ descriptor: Int32, as number: Int32) throws {
    childsEnds.append(descriptor)
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    try makingPair {
      var ends: [Int32] = [-1, -1]
      return Foundation.pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }
  }

  /// Makes two descriptors that no child inherits unless it is given them.
  static func makingPair(_ make: () -> (Int32, Int32)?) throws -> (Int32, Int32) {
    try lock.withLock {
      guard let pair = make(), fcntl(pair.0, F_SETFD, FD_CLOEXEC) == 0,
        fcntl(pair.1, F_SETFD, FD_CLOEXEC) == 0
      else { throw SystemError("making a pair of descriptors") }
      return pair
    }
  }

  private static func unblocked(_ descriptor: Int32) throws -> Int32 {
    guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
      throw SystemError("fcntl")
    }
    return descriptor
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError("opening \(path)") }
    return descriptor
  }
}
