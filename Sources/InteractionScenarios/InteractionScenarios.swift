// What a scenario and its presets are set and decided by comes with them.
@_exported public import ReleaseRules
