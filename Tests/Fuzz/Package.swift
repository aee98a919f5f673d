// swift-tools-version: 6.2
import PackageDescription

/// The fuzzers, which `make fuzz` builds and runs: one program that has the tools in it. For that
/// they are libraries here, each with its entry under a name of its own. Sources is a link to the
/// sources of the package.
let tools = [
  "alphathreshold",
  "blur",
  "burnframe",
  "frost",
  "glint",
  "lighten-blend",
  "mask",
  "tiltlight",
  "tint",
]

func entry(_ name: String) -> SwiftSetting {
  .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(name)_main"])
}

let package = Package(
  name: "fuzz",
  targets: [
    .target(name: "CSystem", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Kernels", dependencies: ["CSystem"]),
    .target(name: "CNetpbm", linkerSettings: [.linkedLibrary("netpbm")]),
    .target(name: "Netpbm", dependencies: ["CNetpbm", "CSystem"]),
    .target(name: "FilterTool", dependencies: ["Netpbm", "CNetpbm", "CSystem", "Kernels"]),
    .executableTarget(
      name: "fuzz",
      dependencies: ["FilterTool", "Netpbm", "CNetpbm", "CSystem"]
        + tools.map { .target(name: $0) },
      path: "Fuzzers", swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
  ]
    + tools.map {
      .target(
        name: $0, dependencies: ["FilterTool", "Kernels", "Netpbm"], swiftSettings: [entry($0)])
    }
)
