// Re-exports everything that a test target needs to replay recordings through scenarios.
@_exported public import CaseFolders
@_exported public import Fitting
@_exported public import FrameLogs
@_exported public import InteractionScenarios
@_exported public import MotionPhysics
@_exported public import Quantities
@_exported public import RecordingFormats
@_exported public import Review
@_exported public import SyntheticHands
@_exported public import TouchInput
@_exported public import Tuning
@_exported public import VelocityEstimation
