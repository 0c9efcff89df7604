// Re-exports the scenarios together with the modules that a replay needs: release rules, surfaces and replays.
@_exported public import GestureReplay
@_exported public import ReleaseRules
@_exported public import Scenarios
@_exported public import Surfaces
