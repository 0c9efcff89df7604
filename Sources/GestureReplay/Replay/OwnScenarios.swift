// The engine of a page has the bundled scenarios alone, and no threads that a lock would be for.
#if !$Embedded
  public import Scenarios
  import Synchronization

  /// Why scenarios cannot be registered.
  public enum RegistrationError: Error, Hashable, Sendable {
    /// A name is no lower-case word of letters, digits, `-` and `.` that begins with a letter.
    case invalidName(type: String, name: String)
    /// Another scenario is called that already.
    case nameTaken(name: String, by: String, wantedFor: String)
  }

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension RegistrationError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .invalidName(let type, let name):
        """
        \(type): its name is '\(name)', which cannot be a folder and a word of a command; begin it with \
        a letter, and use lower-case letters, digits, '-' and '.' only.
        """
      case .nameTaken(let name, let owner, let type):
        "\(type): \(owner) is called '\(name)' already; give it another name."
      }
    }
  }

  /// What was registered.
  ///
  /// It only grows, so a name never means another scenario than it did.
  private let registered = Mutex<[ScenarioKind]>([])

  extension ScenarioKind {
    /// The scenarios that were registered, in that order.
    static var own: [ScenarioKind] { registered.withLock { $0 } }

    /// Makes scenarios of one's own known by their names, as the bundled ones are, to all that this
    /// process does from now on.
    ///
    /// A scenario that is registered already stays so; no name can be given to another one. May be
    /// called from any thread.
    ///
    /// - Parameter scenarios: The scenarios, in the order in which they are to be listed after those
    ///   that are known.
    /// - Throws: ``RegistrationError`` at the first whose name is none or is taken; then none of them is
    ///   registered.
    public static func register(
      _ scenarios: [any Scenario.Type]
    ) throws(RegistrationError) {
      try registered.withLock { (known) throws(RegistrationError) in
        known = try joined(known, scenarios)
      }
    }

    /// The kinds that were registered before, and those of `scenarios` after them.
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
        guard ObjectIdentifier(other.type) == ObjectIdentifier(scenario) else {
          throw .nameTaken(name: kind.name, by: "\(other.type)", wantedFor: "\(scenario)")
        }
      }
      return all
    }

    /// Whether `name` is that of a scenario that is part of Flickbook.
    package static func isBundled(_ name: String) -> Bool { bundled.contains { $0.name == name } }

    private static func kind<S: Scenario>(of scenario: S.Type) -> ScenarioKind {
      ScenarioKind(scenario)
    }

    /// Whether `name` can be a folder, a word of a command and a value in YAML, each as it stands.
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
