package import ReleaseRules
import Scenarios

extension ReplayRequest {
  #if !PAGE_ENGINE
    /// Returns the request with the values of its settings as they are stored in files: numbers in the unit of the
    /// setting and without it, and the damping ratio and the response of a spring instead of other words.
    ///
    /// - Throws: `SettingError` if the scenario is unknown, or if the words for a spring do not describe one.
    package func withPlainValues() throws(SettingError) -> ReplayRequest {
      // A program under test need not be started to list its settings if the request sets none of them.
      guard !assignments.isEmpty || !commands.isEmpty else { return self }
      return try kind().surface.plainValues(of: self)
    }
  #endif

  /// The same as ``withPlainValues()``, for a scenario with these settings.
  package func withPlainValues<Tuning>(
    of settings: [Setting<Tuning>]
  ) throws(SettingError) -> ReplayRequest {
    var request = self
    request.assignments = try assignments.plainValues(of: settings)
    request.commands = try commands.plainValues(of: settings)
    return request
  }
}

extension [TimedCommand] {
  /// Returns the commands with the values of their settings as they are stored in files; a command that sets a spring
  /// becomes two commands.
  func plainValues<Tuning>(
    of settings: [Setting<Tuning>]
  ) throws(SettingError) -> [TimedCommand] {
    var commands: [TimedCommand] = []
    for command in self {
      guard case .change(let assignment) = command.action else {
        commands.append(command)
        continue
      }
      commands += try [assignment].plainValues(of: settings).map {
        TimedCommand(at: command.time, .change($0))
      }
    }
    return commands
  }
}
