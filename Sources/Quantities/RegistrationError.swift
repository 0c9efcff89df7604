// The program in a page is compiled as Embedded Swift, and has only bundled scenarios, release rules and estimators.
#if !$Embedded
  /// The reason why a scenario, a release rule or an estimator cannot be registered.
  public enum RegistrationError: Error, Hashable, Sendable {
    /// The name is not a lower-case word of letters, digits, `-` and `.` that begins with a letter.
    case invalidName(type: String, name: String)
    /// Another scenario, release rule or estimator already has the name.
    case nameTaken(name: String, by: String, wantedFor: String)
    /// The name of a parameter is not a word, or is used twice.
    case invalidParameter(type: String, name: String)
    /// The name of a parameter is the name of a setting that does not belong to a single rule.
    case takenParameter(type: String, name: String)
    /// The range of a parameter is not finite, or does not contain the default.
    case invalidDefault(type: String, name: String)
  }

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension RegistrationError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .invalidName(let type, let name):
        """
        \(type): the name '\(excerpt(of: name))' cannot be used as a folder and on the command line; begin it with \
        a letter, and use only lower-case letters, digits, '-' and '.'.
        """
      case .nameTaken(let name, let owner, let type):
        "\(type): \(owner) already has the name '\(name)'; choose another name."
      case .invalidParameter(let type, let name):
        """
        \(type): the parameter '\(excerpt(of: name))' cannot be a setting; give each parameter a name of its own, \
        of letters, digits, '-', '_' and '.'.
        """
      case .takenParameter(let type, let name):
        """
        \(type): the name of the parameter '\(name)' is taken, because several release rules share the setting \
        'release.\(name)'; choose another name, such as 'own-\(name)'.
        """
      case .invalidDefault(let type, let name):
        "\(type): the default of '\(name)' is outside its range; give a finite range that contains it."
      }
    }
  }

  extension String {
    /// Whether the text can be used as a folder name, a command-line word and a YAML value without quotes.
    package var isRegistrableName: Bool {
      isWord { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    }

    /// Whether the text can be used as the name of a setting.
    package var isRegistrableKey: Bool {
      isWord { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
    }

    private func isWord(_ isAllowed: (UInt8) -> Bool) -> Bool {
      guard let first = utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else {
        return false
      }
      return utf8.allSatisfy(isAllowed)
    }
  }
#endif
