// swift-tools-version: 6.2
import PackageDescription

// A package of your own names pnmfx by the address of its repository instead:
//
//     .package(url: "https://...", from: "0.1.0")
let package = Package(
  name: "Medal",
  dependencies: [.package(name: "pnmfx", path: "../..")],
  targets: [
    .executableTarget(
      name: "medal",
      dependencies: [
        .product(name: "Kernels", package: "pnmfx"),
        .product(name: "Netpbm", package: "pnmfx"),
      ])
  ]
)
