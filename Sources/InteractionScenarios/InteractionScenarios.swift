// Re-exports the scenarios with the modules that are needed to replay them: release rules, surfaces and
// the replay.
@_exported public import GestureReplay
@_exported public import ReleaseRules
@_exported public import Scenarios
@_exported public import Surfaces
