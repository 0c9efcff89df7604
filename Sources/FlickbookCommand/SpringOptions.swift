import ArgumentParser
import Flickbook

/// The options that define a spring in the parameters of one of several animation systems.
struct SpringOptions: ParsableArguments {
  /// The named springs of SwiftUI.
  enum Named: String, CaseIterable, ExpressibleByArgument {
    case smooth, snappy, bouncy

    var spring: Spring {
      switch self {
      case .smooth: .smooth
      case .snappy: .snappy
      case .bouncy: .bouncy
      }
    }
  }

  @Option(parsing: .unconditional, help: "The period of the undamped spring, in seconds.")
  var response: Double?
  @Option(
    parsing: .unconditional, help: "The damping ratio; below 1, the spring overshoots. (default: 1)"
  )
  var dampingRatio: Double?
  @Option(
    parsing: .unconditional,
    help:
      "The time, in seconds, until a spring that starts at rest is within 0.1 % of the distance; with --damping-ratio."
  )
  var settlingDuration: Double?
  @Option(
    parsing: .unconditional,
    help: """
      The duration of a UIView spring animation, in seconds, with --damping-ratio. UIView's \
      spring also depends on the velocity.
      """)
  var viewDuration: Double?
  @Option(parsing: .unconditional, help: "The mass, with --stiffness or --tension. (default: 1)")
  var mass: Double?
  @Option(
    parsing: .unconditional,
    help: """
      The stiffness, with --damping, or with --damping-ratio as in Compose, SpringForce, Material 3 and \
      Flutter. (default: 100)
      """)
  var stiffness: Double?
  @Option(parsing: .unconditional, help: "The damping coefficient. (default: 10)")
  var damping: Double?
  @Option(
    parsing: .unconditional,
    help: "The perceived duration in seconds, with --bounce or --swiftui. (default: 0.5)")
  var duration: Double?
  @Option(parsing: .unconditional, help: "The bounce, above -1 and at most 1. (default: 0)")
  var bounce: Double?
  @Option(
    help: ArgumentHelp(
      "A spring of SwiftUI: smooth, snappy or bouncy, with --duration and --extra-bounce.",
      valueName: "name"))
  var swiftui: Named?
  @Option(
    parsing: .unconditional,
    help: "The bounce to add to the bounce of a SwiftUI spring. (default: 0)")
  var extraBounce: Double?
  @Option(parsing: .unconditional, help: "The tension of react-spring. (default: 170)")
  var tension: Double?
  @Option(parsing: .unconditional, help: "The friction of react-spring. (default: 26)")
  var friction: Double?
  @Option(
    parsing: .unconditional,
    help: """
      The tension of Origami, Rebound and React Native's Animated.spring. (default: 40)
      """)
  var origamiTension: Double?
  @Option(parsing: .unconditional, help: "The friction, with --origami-tension. (default: 7)")
  var origamiFriction: Double?
  @Option(
    parsing: .unconditional, help: "The bounciness of Rebound and React Native. (default: 8)")
  var bounciness: Double?
  @Option(parsing: .unconditional, help: "The speed, with --bounciness. (default: 12)")
  var speed: Double?
  @Option(
    parsing: .unconditional,
    help: """
      The visualDuration of Motion, in seconds, with --bounce. Motion starts such a spring without \
      velocity.
      """)
  var visualDuration: Double?

  /// A set of options that together define a spring, as one system defines it.
  private struct Form: Sendable {
    /// All options of the form.
    var options: Set<String>
    /// The options that must be given for this form.
    var required: Set<String> = []
    /// Creates the spring from the options and the start velocity, in fractions of the distance per second.
    var spring: @Sendable (SpringOptions, Double) throws(SpringError) -> Spring
  }

  /// All forms; if the given options fit several forms, the first of these forms applies.
  private static let forms: [Form] = [
    Form(options: ["--response", "--damping-ratio"]) { options, _ throws(SpringError) in
      try .validated(
        dampingRatio: options.dampingRatio ?? 1, response: Seconds(options.response ?? 0.5))
    },
    Form(options: ["--settling-duration", "--damping-ratio"]) { options, _ throws(SpringError) in
      try Spring(
        settlingDuration: Seconds(options.settlingDuration ?? 0.5),
        dampingRatio: options.dampingRatio ?? 1)
    },
    Form(options: ["--view-duration", "--damping-ratio"]) { options, velocity throws(SpringError) in
      try Spring(
        viewDuration: Seconds(options.viewDuration ?? 0.5),
        dampingRatio: options.dampingRatio ?? 1, relativeVelocity: velocity)
    },
    Form(options: ["--mass", "--stiffness", "--damping"]) { options, _ throws(SpringError) in
      try Spring(
        mass: options.mass ?? 1, stiffness: options.stiffness ?? 100,
        damping: options.damping ?? 10)
    },
    Form(
      options: ["--mass", "--stiffness", "--damping-ratio"], required: ["--stiffness"]
    ) { options, _ throws(SpringError) in
      try Spring(
        mass: options.mass ?? 1, stiffness: options.stiffness ?? 100,
        dampingRatio: options.dampingRatio ?? 1)
    },
    Form(options: ["--duration", "--bounce"]) { options, _ throws(SpringError) in
      try Spring(duration: Seconds(options.duration ?? 0.5), bounce: options.bounce ?? 0)
    },
    Form(
      options: ["--swiftui", "--duration", "--extra-bounce"], required: ["--swiftui"]
    ) { options, _ throws(SpringError) in
      let named = (options.swiftui ?? .smooth).spring
      return try Spring(
        duration: options.duration.map { Seconds($0) } ?? named.response,
        bounce: named.bounce + (options.extraBounce ?? 0))
    },
    Form(options: ["--mass", "--tension", "--friction"]) { options, _ throws(SpringError) in
      try Spring(
        mass: options.mass ?? 1, stiffness: options.tension ?? 170,
        damping: options.friction ?? 26)
    },
    Form(options: ["--origami-tension", "--origami-friction"]) { options, _ throws(SpringError) in
      try Spring(
        origamiTension: options.origamiTension ?? 40, friction: options.origamiFriction ?? 7)
    },
    Form(options: ["--bounciness", "--speed"]) { options, _ throws(SpringError) in
      try Spring(bounciness: options.bounciness ?? 8, speed: options.speed ?? 12)
    },
    Form(
      options: ["--visual-duration", "--bounce"], required: ["--visual-duration"]
    ) { options, _ throws(SpringError) in
      try Spring(
        visualDuration: Seconds(options.visualDuration ?? 0.5), bounce: options.bounce ?? 0)
    },
  ]

  /// The options with their values; nil if an option was not given.
  private var numbers: [(option: String, value: Double?)] {
    [
      ("--response", response), ("--damping-ratio", dampingRatio),
      ("--settling-duration", settlingDuration), ("--view-duration", viewDuration),
      ("--mass", mass), ("--stiffness", stiffness), ("--damping", damping),
      ("--duration", duration), ("--bounce", bounce), ("--extra-bounce", extraBounce),
      ("--tension", tension), ("--friction", friction), ("--origami-tension", origamiTension),
      ("--origami-friction", origamiFriction), ("--bounciness", bounciness), ("--speed", speed),
      ("--visual-duration", visualDuration),
    ]
  }

  /// The first given option; nil if no option was given.
  var given: String? {
    numbers.first { $0.value != nil }?.option ?? (swiftui == nil ? nil : "--swiftui")
  }

  /// Returns the spring that the options define.
  ///
  /// - Parameter relativeVelocity: The velocity at the start, as a fraction of the distance per second.
  /// - Returns: The spring of the first form that contains all given options.
  /// - Throws: ``Failure`` if no form contains all given options, if no options are given, and for invalid numbers.
  func spring(relativeVelocity: Double) throws(Failure) -> Spring {
    var given = numbers.filter { $0.value != nil }.map(\.option)
    if swiftui != nil { given.append("--swiftui") }
    guard
      let form = Self.forms.first(where: {
        $0.options.isSuperset(of: given) && $0.required.isSubset(of: given)
      }), !given.isEmpty
    else {
      let found = given.isEmpty ? "no spring" : given.joined(separator: " with ")
      throw Failure(
        .usage,
        """
        flickbook spring: found \(found); give one of --response, --settling-duration, \
        --view-duration or --stiffness with --damping-ratio; --stiffness with --damping; --duration or \
        --visual-duration with --bounce; --swiftui; --tension with --friction; --origami-tension with \
        --origami-friction; or --bounciness with --speed.
        """)
    }
    // Check the sizes before the conversions, whose errors would name the resulting stiffness or damping instead of
    // these options.
    try checkSizes([
      ("--extra-bounce", extraBounce), ("--origami-tension", origamiTension),
      ("--origami-friction", origamiFriction), ("--bounciness", bounciness), ("--speed", speed),
    ])
    if let response, !(response > 0) {
      throw Failure(.usage, "--response: found \(plain(response)); give seconds above 0.")
    }
    do throws(SpringError) { return try form.spring(self, relativeVelocity) } catch {
      throw Failure(.usage, "flickbook spring: \(error.description)")
    }
  }
}
