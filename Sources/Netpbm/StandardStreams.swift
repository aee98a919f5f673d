import CSystem

/// Descriptors 0, 1 and 2 as they were when the program started.
public enum StandardStreams {
  nonisolated(unsafe) private static var closed: Int32 = 0

  /// Opens /dev/null in place of those that are closed, so that no file that is opened later
  /// takes their numbers. Called once, before any other file is opened.
  public static func prepare() { closed = csystem_fillStandardDescriptors() }

  /// Whether `descriptor`, 0 to 2, was closed when the program started.
  public static func wasClosed(_ descriptor: Int32) -> Bool { closed & (1 << descriptor) != 0 }
}
