package import FrameLogs

/// The style of a picture of runs.
package struct PlotStyle: Hashable, Sendable {
  /// The colour scheme.
  package enum Theme: String, Hashable, Sendable, CaseIterable {
    /// A white background, for paper.
    case light
    /// A dark background.
    case dark
    /// The scheme that the reader prefers, if the program that shows the picture supports this; otherwise light.
    case auto
  }

  /// The moments of a run that the picture shows as small screens.
  package enum Moments: Hashable, Sendable {
    /// This number of moments in equal steps from the first frame to the last; at least 1.
    case spread(Int)
    /// The frames nearest to these times, in s since the first event.
    case times([Double])
    /// The first frame, the frames that show an event, and the last frame.
    case events
  }

  /// The maximum number of small screens.
  ///
  /// The limit is our choice. With more small screens, the screens would be too small to show the position of a
  /// surface.
  package static let mostMoments = 36
  /// The maximum number of runs in one picture.
  package static let mostRuns = SVGTheme.mostRuns

  /// The colour scheme.
  package var theme: Theme
  /// The moments of the run that the picture shows as small screens.
  package var moments: Moments

  /// Creates a style.
  package init(theme: Theme = .light, moments: Moments = .spread(9)) {
    (self.theme, self.moments) = (theme, moments)
  }
}

/// A run in a picture.
package struct PlottedRun: Sendable {
  /// The run.
  package var run: Run
  /// The name in the legend.
  package var name: String
  /// The scenery of the run; nil draws only the position of the surface.
  package var scenery: Scenery?

  /// Creates a run in a picture.
  package init(_ run: Run, name: String = "", scenery: Scenery? = nil) {
    (self.run, self.name, self.scenery) = (run, name, scenery)
  }
}
