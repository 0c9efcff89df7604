package import FrameLogs
import Quantities

/// The layers on the screen over all frames of a run, in compact form.
///
/// A number that is the same in all frames is written once. Any other number is written for each frame, with null for
/// a frame in which the layer is missing.
package struct SceneTracks {
  /// The numbers of a layer in one frame, in the order of `keys`; NaN in a frame without the layer.
  private typealias Numbers = InlineArray<13, Double>

  /// The numbers and labels of one layer over all frames.
  private struct Track {
    var role: SceneLayer.Role
    var labels: [String] = []
    /// The label of the layer in the last frame, before its control characters were removed.
    var written = ""
    /// The label ``written`` without control characters.
    var label = ""
    var numbers: [Numbers] = []

    /// Extends the track to `count` frames in which the layer is missing.
    mutating func reach(_ count: Int) {
      guard numbers.count < count else { return }
      labels += repeatElement("", count: count - numbers.count)
      numbers += repeatElement(Numbers(repeating: .nan), count: count - numbers.count)
    }
  }

  /// The keys of the numbers: centre, width, height, corner radius, angle, opacity, pitch, and edges of the window.
  private static let keys = [
    "x", "y", "w", "h", "r", "a", "o", "px", "py", "left", "top", "right", "bottom",
  ]

  /// The width and height of the screen.
  package let screen: LogValue
  /// The layers from back to front.
  package let layers: LogValue

  package init(_ portrait: Portrait) {
    var tracks: [Track] = []
    // The tracks from back to front.
    var order: [Int] = []
    var screens: (width: [Double], height: [Double]) = ([], [])
    for index in portrait.run.frames.indices {
      guard let scene = portrait.scene(index) else { continue }
      let size = portrait.size(of: scene)
      screens.width.append(size.width)
      screens.height.append(size.height)
      var behind = -1
      for layer in scene.layers {
        let track: Int
        // The layers of a role keep their order, so a layer belongs to the first track of its role that has no layer in
        // this frame yet.
        if let found = tracks.indices.first(where: {
          tracks[$0].role == layer.role && tracks[$0].numbers.count <= index
        }) {
          track = found
        } else {
          track = tracks.count
          tracks.append(Track(role: layer.role))
          // A new layer is inserted directly in front of the layer that precedes it in this frame.
          order.insert(track, at: behind + 1)
        }
        behind = order.firstIndex(of: track) ?? behind
        tracks[track].reach(index)
        tracks[track].numbers.append(Self.numbers(of: layer, on: size))
        // Removing control characters is slow, and labels seldom change, so the result is cached.
        if layer.label != tracks[track].written {
          tracks[track].written = layer.label
          tracks[track].label = printable(layer.label, most: 30)
        }
        tracks[track].labels.append(tracks[track].label)
      }
    }
    let count = screens.width.count
    for index in tracks.indices { tracks[index].reach(count) }
    screen = .list([column(screens.width, 2), column(screens.height, 2)])
    layers = .list(order.map { Self.value(of: tracks[$0]) })
  }

  /// Returns the log fields of the surface at the rest position `name`.
  package static func rest(_ name: String, _ layer: SceneLayer) -> LogValue {
    // Layers are clipped to the screen; a screen of this size shows the whole surface.
    let numbers = numbers(of: layer, on: (1e9, 1e9))
    return .fields([LogField("name", .text(name))] + fields { column([numbers[$0]], 2) })
  }

  /// Returns the screen and the layers of one scene, from back to front, with the same keys as the tracks.
  package static func layers(of scene: Scene) -> [LogField] {
    func length(_ side: Points) -> Double { side.value >= 1 ? min(side.value, 1e9) : 1 }
    let size = (length(scene.screen.x), length(scene.screen.y))
    let layers = scene.layers.map { layer in
      let numbers = numbers(of: layer, on: size)
      return LogValue.fields(
        [
          LogField("role", .text(layer.role.rawValue)),
          LogField("label", .text(printable(layer.label, most: 30))),
        ] + fields { column([numbers[$0]], 2) })
    }
    return [
      LogField("screen", .list([.number(size.0), .number(size.1)])),
      LogField("layers", .list(layers)),
    ]
  }

  private static func numbers(
    of layer: SceneLayer, on screen: (width: Double, height: Double)
  ) -> Numbers {
    guard let part = layer.part, layer.opacity > 0 else { return Numbers(repeating: .nan) }
    let view = layer.seen(on: screen)
    return [
      part.centre.x, part.centre.y, part.width, part.height, part.radius, part.angle,
      min(layer.opacity, 1), bounded(layer.pitch.x.value), bounded(layer.pitch.y.value), view.left,
      view.top, view.right, view.bottom,
    ]
  }

  private static func value(of track: Track) -> LogValue {
    let first = track.labels.first
    let label: LogValue =
      track.labels.contains { $0 != first }
      ? .list(track.labels.map(LogValue.text)) : .text(track.labels.first ?? "")
    return .fields(
      [LogField("role", .text(track.role.rawValue)), LogField("label", label)]
        + fields { key in column(track.numbers.lazy.map { $0[key] }, 2) })
  }

  /// Returns a field for each key; `value` returns its value at an index of `keys`.
  private static func fields(_ value: (Int) -> LogValue) -> [LogField] {
    keys.indices.map { LogField(keys[$0], value($0)) }
  }
}

/// Returns `numbers` rounded to `digits` decimals; a single number if all are equal, or if no number is finite.
func column(_ numbers: some Collection<Double>, _ digits: Int) -> LogValue {
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  func rounded(_ number: Double) -> Double { (number * scale).rounded() / scale }
  guard let start = numbers.first else { return .list([]) }
  let first = rounded(start)
  let isSame =
    numbers.allSatisfy { $0 == start || rounded($0) == first }
    || !numbers.contains { $0.isFinite }
  return isSame ? .number(first) : .list(numbers.map { .number(rounded($0)) })
}
