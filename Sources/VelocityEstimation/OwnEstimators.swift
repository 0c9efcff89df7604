// The engine of a page has only the bundled estimators and release rules, and no threads, so it needs no lock.
#if !$Embedded
  import Synchronization

  /// A description with parameters and a closure, which a program registers under a name.
  package protocol Registrable: Sendable {
    /// The kind of description in messages, such as `estimator`.
    static var kindName: String { get }

    var name: String { get }
    var parameters: [EstimatorParameter] { get }

    /// Whether both descriptions are equal, apart from their closures.
    func isDescribed(as other: Self) -> Bool
  }

  extension Array where Element: Registrable {
    /// Returns these descriptions with `added`; a description that differs from a known description only in its closure
    /// replaces the known description.
    ///
    /// - Parameters:
    ///   - added: The descriptions to register.
    ///   - bundled: The names that are already taken.
    ///   - reserved: The names that no parameter may have.
    /// - Returns: These descriptions, followed by the new ones.
    /// - Throws: `RegistrationError` for the first description that cannot be registered.
    package func joined(
      with added: [Element], bundled: [String], reserved: Set<String> = []
    ) throws(RegistrationError) -> [Element] {
      var all = self
      for new in added {
        let (kind, title) = (Element.kindName, "\(Element.kindName) '\(new.name)'")
        guard new.name.isRegistrableName else { throw .invalidName(type: kind, name: new.name) }
        guard !bundled.contains(new.name) else {
          throw .nameTaken(name: new.name, by: "a bundled \(kind)", wantedFor: title)
        }
        var taken: Set<String> = []
        for parameter in new.parameters {
          guard !reserved.contains(parameter.name) else {
            throw .takenParameter(type: title, name: parameter.name)
          }
          guard parameter.name.isRegistrableKey, taken.insert(parameter.name).inserted else {
            throw .invalidParameter(type: title, name: parameter.name)
          }
          let range = parameter.range
          guard range.contains(parameter.defaultValue), range.lowerBound.isFinite,
            range.upperBound.isFinite
          else { throw .invalidDefault(type: title, name: parameter.name) }
        }
        if let index = all.firstIndex(where: { $0.name == new.name }) {
          guard all[index].isDescribed(as: new) else {
            throw .nameTaken(name: new.name, by: "another \(kind)", wantedFor: title)
          }
          all[index] = new
        } else {
          all.append(new)
        }
      }
      return all
    }
  }

  extension EstimatorDescription: Registrable {
    package static var kindName: String { "estimator" }

    package func isDescribed(as other: EstimatorDescription) -> Bool {
      summary == other.summary && parameters == other.parameters
    }

    /// The registered estimators, in the order of registration.
    static var own: [EstimatorDescription] { registered.withLock { $0 } }
  }

  /// The registered estimators; they are never removed.
  private let registered = Mutex<[EstimatorDescription]>([])

  extension Estimator {
    /// Registers your own estimators, so that this process can find them by name, like the bundled estimators.
    ///
    /// If an estimator with the same name, summary and parameters is registered, the new one replaces it. This function
    /// may be called at any time and from any thread.
    ///
    /// - Throws: `RegistrationError` for the first estimator with an invalid or taken name, or with an invalid
    ///   parameter; in this case no estimator is registered.
    public static func register(
      _ estimators: [EstimatorDescription]
    ) throws(RegistrationError) {
      try registered.withLock { (known) throws(RegistrationError) in
        known = try known.joined(with: estimators, bundled: bundledEstimators.map { $0.name })
      }
    }
  }
#endif
