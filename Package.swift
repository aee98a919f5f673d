// swift-tools-version: 6.2
import PackageDescription

/// The tools: each is a folder of Sources, an executable, and a page of Man.
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

/// What other packages may depend on.
let libraries = ["Kernels", "Netpbm"]

/// Refuses, in ordinary builds too, what the release build in Embedded Swift cannot have.
let embeddable: [SwiftSetting] = [.treatWarning("EmbeddedRestrictions", as: .error)]

let package = Package(
  name: "pnmfx",
  products: libraries.map { .library(name: $0, targets: [$0]) }
    + tools.map { .executable(name: $0, targets: [$0]) },
  targets: [
    // The floors, from the ground up.
    .target(name: "CSystem", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Kernels", dependencies: ["CSystem"], swiftSettings: embeddable),
    .target(name: "CNetpbm", linkerSettings: [.linkedLibrary("netpbm")]),
    .target(name: "Netpbm", dependencies: ["CNetpbm", "CSystem"], swiftSettings: embeddable),
    .target(
      name: "FilterTool", dependencies: ["Netpbm", "CNetpbm", "CSystem", "Kernels"],
      swiftSettings: embeddable),
  ]
    + tools.map {
      .executableTarget(
        name: $0, dependencies: ["FilterTool", "Kernels", "Netpbm"], swiftSettings: embeddable)
    } + [
      // Tests.
      .target(name: "TestSupport", path: "Tests/TestSupport"),
      .testTarget(name: "KernelsTests", dependencies: ["Kernels", "TestSupport"]),
      .testTarget(name: "NetpbmTests", dependencies: ["Netpbm", "TestSupport"]),
      .testTarget(
        name: "FilterToolTests", dependencies: ["FilterTool", "Kernels", "Netpbm", "TestSupport"]),
      .testTarget(
        name: "ProgramTests",
        dependencies: ["TestSupport"] + tools.map { .target(name: $0) }),
    ]
)
