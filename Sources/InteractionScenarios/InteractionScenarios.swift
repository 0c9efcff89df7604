// Scenarios with all that it takes to play them: what decides a release, what they are put together
// from, and the replay.
@_exported public import GestureReplay
@_exported public import ReleaseRules
@_exported public import Scenarios
@_exported public import Surfaces
