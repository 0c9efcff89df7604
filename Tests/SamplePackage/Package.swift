// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Wheels",
  dependencies: [.package(name: "Flickbook", path: "../..")],
  targets: [
    .target(name: "Wheels", dependencies: [.product(name: "Flickbook", package: "Flickbook")]),
    .executableTarget(
      name: "wheelbook",
      dependencies: ["Wheels", .product(name: "FlickbookCommand", package: "Flickbook")]),
    .testTarget(
      name: "WheelsTests",
      dependencies: ["Wheels", .product(name: "FlickbookTesting", package: "Flickbook")]),
  ],
  swiftLanguageModes: [.v6]
)
