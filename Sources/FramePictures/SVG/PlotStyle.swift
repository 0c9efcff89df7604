public import FrameLogs

/// How a picture of runs is drawn.
public struct PlotStyle: Hashable, Sendable {
  /// On what it is drawn.
  public enum Theme: String, Hashable, Sendable, CaseIterable {
    /// On white, for paper.
    case light
    /// On black.
    case dark
    /// On what whoever looks at it prefers, where the program that shows it knows that; else on white.
    case auto
  }

  /// The moments at which small screens are drawn.
  public enum Moments: Hashable, Sendable {
    /// As many as that, evenly spread from the first frame to the last; at least 1.
    case spread(Int)
    /// At these times of the run, in s; the frame that is nearest.
    case times([Double])
    /// At the first frame, at those that show an event, and at the last.
    case events
  }

  /// How many small screens are drawn at most.
  ///
  /// Source: ours; more are too small to be told apart.
  public static let mostMoments = 36
  /// How many runs are drawn over each other at most.
  public static let mostRuns = SVGTheme.mostRuns

  /// On what it is drawn.
  public var theme: Theme
  /// When small screens are drawn.
  public var moments: Moments

  /// Creates a style.
  public init(theme: Theme = .light, moments: Moments = .spread(9)) {
    (self.theme, self.moments) = (theme, moments)
  }
}

/// A run in a picture.
public struct PlottedRun: Sendable {
  /// The run.
  public var run: Run
  /// What it is called in the legend.
  public var name: String
  /// How it is looked at; nil shows no more than where its surface is.
  public var scenery: Scenery?

  /// Creates a run in a picture.
  public init(_ run: Run, name: String = "", scenery: Scenery? = nil) {
    (self.run, self.name, self.scenery) = (run, name, scenery)
  }
}
