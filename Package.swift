// swift-tools-version: 6.2
import PackageDescription

/// The targets in the order in which data flows through them; each depends only on those above it.
let package = Package(
  name: "Flickbook",
  products: [
    .library(name: "Flickbook", targets: ["Flickbook"]),
    .library(name: "Quantities", targets: ["Quantities"]),
    .library(name: "MotionPhysics", targets: ["MotionPhysics"]),
    .library(name: "VelocityEstimation", targets: ["VelocityEstimation"]),
    .library(name: "TouchInput", targets: ["TouchInput"]),
    .library(name: "SyntheticHands", targets: ["SyntheticHands"]),
    .library(name: "FrameLogs", targets: ["FrameLogs"]),
    .library(name: "ReleaseRules", targets: ["ReleaseRules"]),
    .library(name: "Surfaces", targets: ["Surfaces"]),
    .library(name: "Scenarios", targets: ["Scenarios"]),
    .library(name: "GestureReplay", targets: ["GestureReplay"]),
    .library(name: "InteractionScenarios", targets: ["InteractionScenarios"]),
    .library(name: "LivePage", targets: ["LivePage"]),
    .library(name: "Tuning", targets: ["Tuning"]),
    .library(name: "Review", targets: ["Review"]),
    .library(name: "Fitting", targets: ["Fitting"]),
    .library(name: "RecordingFormats", targets: ["RecordingFormats"]),
    .library(name: "Subjects", targets: ["Subjects"]),
    .library(name: "CaseFolders", targets: ["CaseFolders"]),
    .library(name: "FlickbookCommand", targets: ["FlickbookCommand"]),
    .library(name: "FlickbookTesting", targets: ["FlickbookTesting"]),
    .executable(name: "flickbook", targets: ["FlickbookProgram"]),
  ],
  traits: [
    .trait(name: "Evdev", description: "Live capture through libevdev (Debian: libevdev-dev)."),
    .default(enabledTraits: ["Evdev"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // The standard library's squareRoot() refers to the C library's for negative numbers; without
    // this a program that imports nothing else of C does not link.
    .target(
      name: "Quantities", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "MotionPhysics", dependencies: ["Quantities"]),
    .target(name: "VelocityEstimation", dependencies: ["Quantities"]),
    .target(name: "TouchInput", dependencies: ["Quantities", "VelocityEstimation"]),
    .target(name: "SyntheticHands", dependencies: ["Quantities", "TouchInput"]),
    .target(name: "FrameLogs", dependencies: ["Quantities"]),
    .target(
      name: "ReleaseRules",
      dependencies: ["FrameLogs", "MotionPhysics", "Quantities", "VelocityEstimation"]),
    // It brings ReleaseRules along. Who depends on it names both: what a module brings along is no reason for
    // the package manager to build anew, so that code of before would be linked to modules of after.
    .target(
      name: "Surfaces",
      dependencies: [
        "FrameLogs", "MotionPhysics", "Quantities", "ReleaseRules", "TouchInput",
        "VelocityEstimation",
      ]),
    .target(
      name: "Scenarios",
      dependencies: [
        "FrameLogs", "MotionPhysics", "Quantities", "ReleaseRules", "Surfaces", "TouchInput",
      ],
      exclude: ["Presets/Systems"]),
    .target(
      name: "GestureReplay",
      dependencies: [
        "FrameLogs", "MotionPhysics", "Quantities", "ReleaseRules", "Scenarios", "Surfaces",
        "TouchInput", "VelocityEstimation",
      ]),
    // The four under one name. Who depends on it names them too: what it brings along is no reason for the
    // package manager to build anew, so that code of before would be linked to modules of after.
    .target(
      name: "InteractionScenarios",
      dependencies: ["GestureReplay", "ReleaseRules", "Scenarios", "Surfaces"]),
    .target(name: "WorkerThreads"),
    .target(
      name: "Tuning",
      dependencies: [
        "FrameLogs", "GestureReplay", "InteractionScenarios", "MotionPhysics", "Quantities",
        "ReleaseRules", "Scenarios", "Surfaces", "TouchInput", "WorkerThreads",
      ]),
    .target(
      name: "Review",
      dependencies: [
        "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities", "ReleaseRules",
        "Scenarios", "Surfaces", "TouchInput", "VelocityEstimation",
      ]),
    .target(name: "Fitting", dependencies: ["MotionPhysics", "Quantities"]),
    .target(name: "Portraits", dependencies: ["FrameLogs", "GestureReplay", "Quantities"]),
    .target(
      name: "CodeExport",
      dependencies: [
        "FrameLogs", "GestureReplay", "InteractionScenarios", "MotionPhysics", "Quantities",
        "ReleaseRules", "Scenarios", "Surfaces", "TouchInput", "VelocityEstimation",
      ]),
    .target(
      name: "LivePage",
      dependencies: [
        "CodeExport", "FrameLogs", "GestureReplay", "InteractionScenarios", "MotionPhysics",
        "Portraits", "Quantities", "ReleaseRules", "Scenarios", "Surfaces", "TouchInput",
        "VelocityEstimation",
      ]),
    .target(
      name: "FramePictures", dependencies: ["FrameLogs", "Portraits", "Quantities"],
      resources: [
        "player.html", "player.css", "page.js", "shapes.js", "screen.js", "plot.js", "runs.js",
        "compare.js", "details.js", "decision.js", "outcome.js", "releases.js", "whatif.js",
        "settings.js", "edit.js", "store.js", "recordings.js", "copies.js", "link.js", "video.js",
        "serve.js", "touch.js", "live.js", "sheet.js", "player.js", "engine.js",
      ].map { .embedInCode("Player/\($0)") }
        + ["report.css", "changes.js"].map { .embedInCode("Report/\($0)") }),
    .systemLibrary(
      name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "YAMLNodes", dependencies: ["CLibyaml"]),
    .target(
      name: "RecordingFormats",
      dependencies: ["Quantities", "TouchInput", "YAMLNodes"]),
    .target(
      name: "CSystemCalls",
      cSettings: [
        .define("FLICKBOOK_COMMIT", to: "\"\(Context.gitInformation?.currentCommit ?? "")\"")
      ]),
    .target(name: "ChildProcesses", dependencies: ["CSystemCalls"]),
    .target(name: "PageServer", dependencies: ["CSystemCalls"]),
    .target(name: "Videos", dependencies: ["ChildProcesses", "Quantities"]),
    .target(
      name: "Subjects",
      dependencies: [
        "CSystemCalls", "FrameLogs", "GestureReplay", "Quantities", "ReleaseRules", "Scenarios",
        "Surfaces", "TouchInput", "VelocityEstimation", "WorkerThreads",
      ]),
    .target(
      name: "CaseFolders",
      dependencies: [
        "CSystemCalls", "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities",
        "RecordingFormats", "ReleaseRules", "Review", "Scenarios", "Subjects", "Surfaces",
        "TouchInput", "YAMLNodes",
      ]),
    .target(
      name: "StudyFiles",
      dependencies: [
        "CaseFolders", "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities",
        "ReleaseRules", "Scenarios", "Surfaces", "Tuning", "YAMLNodes",
      ]),
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .target(
      name: "EvdevDevices",
      dependencies: [
        "ChildProcesses", "CSystemCalls", "Quantities", "RecordingFormats", "TouchInput",
        .target(name: "CLibevdev", condition: .when(traits: ["Evdev"])),
      ]),
    .target(
      name: "Flickbook",
      dependencies: [
        "CaseFolders", "Fitting", "FrameLogs", "GestureReplay", "InteractionScenarios",
        "MotionPhysics",
        "Quantities", "RecordingFormats", "ReleaseRules", "Review", "Scenarios", "Surfaces",
        "SyntheticHands", "TouchInput", "Tuning", "VelocityEstimation",
      ]),
    .target(name: "CPageEngine", exclude: ["module"]),
    .target(
      name: "PageEngine",
      dependencies: [
        "CPageEngine", "CaseFolders", "FramePictures", "GestureReplay", "InteractionScenarios",
        "LivePage", "RecordingFormats", "ReleaseRules", "Scenarios", "Surfaces",
      ]),
    // What Flickbook brings along is named, too: the package manager builds anew for what a target names,
    // and would link code of before to types of after.
    .target(
      name: "FlickbookCommand",
      dependencies: [
        "CSystemCalls", "CaseFolders", "ChildProcesses", "CodeExport", "EvdevDevices", "Fitting",
        "Flickbook", "FrameLogs", "FramePictures", "InteractionScenarios", "LivePage",
        "MotionPhysics", "PageEngine", "PageServer", "Quantities", "RecordingFormats",
        "ReleaseRules", "Review", "StudyFiles", "Subjects", "SyntheticHands", "TouchInput",
        "Tuning", "VelocityEstimation", "Videos", "WorkerThreads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Sources/FlickbookCommand/Adapters is a link to docs/adapters.
      resources: [
        "flickbook-subject.mjs", "flickbook_subject.py", "FlickbookSubject.swift",
        "flickbook_subject.h",
      ].map { .embedInCode("Adapters/\($0)") }),
    .executableTarget(name: "FlickbookProgram", dependencies: ["FlickbookCommand"]),
    .target(
      name: "FlickbookTesting",
      dependencies: [
        "CaseFolders", "Flickbook", "FrameLogs", "FramePictures", "InteractionScenarios",
        "LivePage", "PageEngine", "Quantities", "ReleaseRules", "Review", "TouchInput",
      ]),

    .target(
      name: "VelocityAccuracy",
      dependencies: ["Quantities", "SyntheticHands", "TouchInput", "VelocityEstimation"],
      path: "Benchmarks/VelocityAccuracy"),
    .target(
      name: "SequenceLaws",
      dependencies: [
        "FrameLogs", "GestureReplay", "InteractionScenarios", "MotionPhysics", "Quantities",
        "ReleaseRules", "Scenarios", "Surfaces", "TouchInput",
      ],
      path: "Tests/SequenceLaws"),
    .target(
      name: "FieldData", path: "Tests/FieldData",
      exclude: ["NOTICE.md", "licences", "snap", "spring", "velocity"]),
    .testTarget(name: "QuantitiesTests", dependencies: ["Quantities"]),
    .testTarget(
      name: "MotionPhysicsTests", dependencies: ["FieldData", "MotionPhysics", "Quantities"],
      resources: [.copy("Reference")]),
    .testTarget(
      name: "VelocityEstimationTests",
      dependencies: ["FieldData", "Quantities", "VelocityAccuracy", "VelocityEstimation"]),
    .testTarget(
      name: "TouchInputTests",
      dependencies: ["FieldData", "RecordingFormats", "SyntheticHands", "TouchInput"]),
    .testTarget(
      name: "SyntheticHandsTests", dependencies: ["Quantities", "SyntheticHands", "TouchInput"]),
    .testTarget(name: "FrameLogsTests", dependencies: ["FrameLogs", "Quantities"]),
    .testTarget(
      name: "InteractionScenariosTests",
      dependencies: [
        "FieldData", "GestureReplay", "InteractionScenarios", "RecordingFormats", "ReleaseRules",
        "Scenarios", "SequenceLaws", "Surfaces", "SyntheticHands", "TouchInput",
      ]),
    .testTarget(
      name: "SequenceLawsTests",
      dependencies: [
        "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities", "ReleaseRules",
        "Scenarios", "SequenceLaws", "Surfaces", "TouchInput",
      ]),
    .testTarget(name: "WorkerThreadsTests", dependencies: ["WorkerThreads"]),
    .testTarget(
      name: "TuningTests",
      dependencies: [
        "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities", "ReleaseRules",
        "Scenarios", "Surfaces", "SyntheticHands", "TouchInput", "Tuning",
      ]),
    .testTarget(
      name: "ReviewTests",
      dependencies: [
        "CaseFolders", "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities",
        "RecordingFormats", "ReleaseRules", "Review", "Scenarios", "Surfaces", "SyntheticHands",
        "TouchInput", "VelocityEstimation",
      ]),
    .testTarget(
      name: "LivePageTests",
      dependencies: [
        "CaseFolders", "FrameLogs", "GestureReplay", "InteractionScenarios", "LivePage",
        "Quantities", "RecordingFormats", "ReleaseRules", "Scenarios", "Surfaces", "SyntheticHands",
        "TouchInput",
      ]),
    .testTarget(name: "FittingTests", dependencies: ["Fitting", "Quantities"]),
    .testTarget(name: "FramePicturesTests", dependencies: ["FramePictures", "Portraits"]),
    .testTarget(name: "PageServerTests", dependencies: ["PageServer"]),
    .testTarget(
      name: "CodeExportTests",
      dependencies: [
        "CodeExport", "FrameLogs", "GestureReplay", "InteractionScenarios", "MotionPhysics",
        "Quantities", "ReleaseRules", "Scenarios", "Surfaces", "VelocityEstimation",
      ]),
    .testTarget(name: "YAMLNodesTests", dependencies: ["YAMLNodes"]),
    .testTarget(
      name: "RecordingFormatsTests",
      dependencies: [
        "FieldData", "Quantities", "RecordingFormats", "TouchInput", "YAMLNodes",
      ],
      exclude: ["FuzzedInputs"]),
    .testTarget(
      name: "SubjectsTests",
      dependencies: [
        "FrameLogs", "GestureReplay", "Quantities", "ReleaseRules", "Subjects", "TouchInput",
      ]),
    .testTarget(
      name: "CaseFoldersTests",
      dependencies: [
        "CaseFolders", "FrameLogs", "GestureReplay", "InteractionScenarios", "Quantities",
        "RecordingFormats", "ReleaseRules", "Review", "Scenarios", "Surfaces", "SyntheticHands",
        "Subjects", "TouchInput",
        "YAMLNodes",
      ]),
    .testTarget(
      name: "StudyFilesTests",
      dependencies: [
        "CaseFolders", "FrameLogs", "GestureReplay", "InteractionScenarios", "ReleaseRules",
        "Scenarios", "StudyFiles", "Surfaces", "Tuning",
      ]),
    .testTarget(
      name: "EvdevDevicesTests", dependencies: ["EvdevDevices", "RecordingFormats", "TouchInput"]),
    .testTarget(
      name: "FlickbookTestingTests",
      dependencies: ["CaseFolders", "FlickbookTesting", "FrameLogs", "ReleaseRules"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CaseFolders", "FlickbookProgram", "FrameLogs", "GestureReplay", "InteractionScenarios",
        "LivePage", "MotionPhysics", "Quantities", "ReleaseRules", "Scenarios", "Subjects",
        "Surfaces",
        "TouchInput", "Tuning", "VelocityEstimation",
      ]),
    .testTarget(name: "TidyTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}

// Tests are compiled without optimization, also in a release build: the optimizer would take longer than the tests. These
// targets are in no product, so that packages that depend on Flickbook never see the unsafe flag.
for target in package.targets
where target.type == .test || ["SequenceLaws", "FieldData"].contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
}

// Measuring is no part of the user's build: scripts/bench asks for it.
if Context.environment["FLICKBOOK_BENCHMARKS"] != nil {
  package.targets += [
    .target(name: "CSpringLoop", path: "Benchmarks/CSpringLoop"),
    .executableTarget(
      name: "SpringBenchmarks", dependencies: ["CSpringLoop", "MotionPhysics", "Quantities"],
      path: "Benchmarks/SpringBenchmarks"),
    .executableTarget(
      name: "ReplayBenchmarks", dependencies: ["Flickbook", "GestureReplay", "Subjects"],
      path: "Benchmarks/ReplayBenchmarks", exclude: ["nothing.py"]),
    .executableTarget(
      name: "TuneBenchmarks",
      dependencies: [
        "Flickbook", "GestureReplay", "InteractionScenarios", "Quantities", "ReleaseRules",
        "Scenarios", "Surfaces", "SyntheticHands", "Tuning",
      ],
      path: "Benchmarks/TuneBenchmarks"),
    .executableTarget(
      name: "PlantedStudies",
      dependencies: [
        "Flickbook", "GestureReplay", "InteractionScenarios", "Quantities", "ReleaseRules",
        "Scenarios", "Surfaces", "SyntheticHands", "Tuning",
      ],
      path: "Benchmarks/PlantedStudies"),
    .executableTarget(
      name: "RepairProof",
      dependencies: [
        "Flickbook", "GestureReplay", "InteractionScenarios", "ReleaseRules", "Scenarios",
        "Surfaces", "SyntheticHands", "Tuning",
      ],
      path: "Benchmarks/RepairProof"),
    .executableTarget(
      name: "SequenceSoak", dependencies: ["SequenceLaws"], path: "Benchmarks/SequenceSoak"),
    .executableTarget(
      name: "VelocityAccuracyCommand",
      dependencies: [
        "GestureReplay", "Quantities", "RecordingFormats", "TouchInput", "VelocityAccuracy",
        "VelocityEstimation",
      ],
      path: "Benchmarks/VelocityAccuracyCommand"),
  ]
}

// Its beginning is libFuzzer's, so that it links only with that: scripts/tests/fuzz asks for it.
if Context.environment["FLICKBOOK_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "ReaderFuzz",
      dependencies: [
        "CaseFolders", "FrameLogs", "GestureReplay", "InteractionScenarios", "RecordingFormats",
        "ReleaseRules", "Scenarios", "Surfaces", "TouchInput",
      ],
      path: "Benchmarks/ReaderFuzz"))
}
