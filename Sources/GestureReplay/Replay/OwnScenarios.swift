// The engine of a page has only the bundled scenarios, and no threads, so it needs no lock.
#if !$Embedded
  public import Scenarios
  import Synchronization

  /// The reason why scenarios cannot be registered.
  public enum RegistrationError: Error, Hashable, Sendable {
    /// The name is not a lower-case word of letters, digits, `-` and `.` that begins with a letter.
    case invalidName(type: String, name: String)
    /// Another scenario already has the name.
    case nameTaken(name: String, by: String, wantedFor: String)
  }

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension RegistrationError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .invalidName(let type, let name):
        """
        \(type): the name '\(name)' cannot be used as a folder and on the command line; begin it with \
        a letter, and use only lower-case letters, digits, '-' and '.'.
        """
      case .nameTaken(let name, let owner, let type):
        "\(type): \(owner) already has the name '\(name)'; choose another name."
      }
    }
  }

  /// The registered scenarios.
  ///
  /// Scenarios are never removed, so a name always means the same scenario.
  private let registered = Mutex<[ScenarioKind]>([])

  extension ScenarioKind {
    /// The registered scenarios, in the order of registration.
    static var own: [ScenarioKind] { registered.withLock { $0 } }

    /// Registers your own scenarios, so that this process knows them by name like the bundled ones.
    ///
    /// Registering a scenario again has no effect. Two scenarios cannot have the same name. This function may be
    /// called from any thread.
    ///
    /// - Parameter scenarios: The scenarios; they are listed in this order, after the scenarios that are
    ///   already known.
    /// - Throws: ``RegistrationError`` for the first scenario whose name is invalid or taken; in this case
    ///   no scenario is registered.
    public static func register(
      _ scenarios: [any Scenario.Type]
    ) throws(RegistrationError) {
      try registered.withLock { (known) throws(RegistrationError) in
        known = try joined(known, scenarios)
      }
    }

    /// Returns the kinds in `known`, followed by the kinds of `scenarios`.
    static func joined(
      _ known: [ScenarioKind], _ scenarios: [any Scenario.Type]
    ) throws(RegistrationError) -> [ScenarioKind] {
      var all = known
      for scenario in scenarios {
        let kind = kind(of: scenario)
        guard isName(kind.name) else {
          throw .invalidName(type: "\(scenario)", name: kind.name)
        }
        guard let other = (bundled + all).first(where: { $0.name == kind.name }) else {
          all.append(kind)
          continue
        }
        guard let type = other.type, ObjectIdentifier(type) == ObjectIdentifier(scenario) else {
          throw .nameTaken(
            name: kind.name, by: other.type.map { "\($0)" } ?? other.name, wantedFor: "\(scenario)")
        }
      }
      return all
    }

    /// Whether a bundled scenario has the name `name`.
    package static func isBundled(_ name: String) -> Bool { bundled.contains { $0.name == name } }

    private static func kind<S: Scenario>(of scenario: S.Type) -> ScenarioKind {
      ScenarioKind(scenario)
    }

    /// Whether `name` can be used as a folder name, a command-line word and a YAML value without quotes.
    private static func isName(_ name: String) -> Bool {
      guard let first = name.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else {
        return false
      }
      return name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    }
  }
#endif
