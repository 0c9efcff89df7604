package import ReleaseRules
import Scenarios

extension ReplayRequest {
  #if !PAGE_ENGINE
    /// Returns the request with the values of its settings in the form in which files store them.
    ///
    /// Numbers are in the unit of the setting, which is left out. A spring has its damping ratio and its response
    /// instead of parameters of another system.
    ///
    /// - Throws: `SettingError` if the scenario is unknown, or if the parameters of a spring do not describe a spring.
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
