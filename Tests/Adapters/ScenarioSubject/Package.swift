// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Scenario",
  dependencies: [.package(name: "Flickbook", path: "../../..")],
  targets: [
    .executableTarget(
      name: "scenario", dependencies: [.product(name: "Flickbook", package: "Flickbook")])
  ],
  swiftLanguageModes: [.v6]
)
