import Foundation
import GestureReplay
import Quantities
import RecordingFormats
import TouchInput
import VelocityAccuracy
import VelocityEstimation

/// A real pan that is cut at one of its samples, and its velocity there.
struct RealPoint {
  /// The recording, the pan and the sample, for the report.
  var name: String
  var samples: [PanSample]
  var releaseMicroseconds: Int64
  var truth: Velocity
}

/// Points within real pans at which the later samples show the true velocity.
///
/// The velocity at a sample is the slope of the least-squares parabola through the samples within 30 ms before
/// and after it. Only points above 200 pt/s and at least 30 ms after the touch-down are used.
struct RealPoints {
  private(set) var points: [RealPoint] = []
  private(set) var pans = 0
  private var seen: Set<[Position]> = []
  /// The largest number of points from one pan.
  private static let mostOfPan = 20

  /// Reads all recordings in `folders`; a pan that occurs in several files counts once.
  init(in folders: [String]) throws {
    for folder in folders {
      guard let all = FileManager.default.enumerator(atPath: folder) else { continue }
      let files = all.compactMap { $0 as? String }.sorted()
      let descriptions = files.filter { $0.hasSuffix(".desc") }
      for file in files where [".events", ".txt", ".yml", ".prop"].contains(where: file.hasSuffix) {
        guard !file.contains("oracle"), file.split(separator: "/").last != "case.yml" else {
          continue
        }
        let bytes = try Array(Data(contentsOf: URL(filePath: folder + "/" + file)))
        let description = try descriptions.filter { file.hasPrefix($0.dropLast(5)) }.max()
          .map { try Array(Data(contentsOf: URL(filePath: folder + "/" + $0))) }
        let read =
          (try? RecordingFile(in: bytes, named: file))
          ?? (try? RecordingFile(in: bytes, named: file, description: description))
        for recording in read?.recordings ?? [] { take(recording, from: file) }
      }
    }
  }

  private mutating func take(_ recording: Recording, from file: String) {
    // Skip the bundled synthetic recordings, whose source does not name a device.
    guard recording.source.map({ $0.hasPrefix("device: ") }) ?? true else { return }
    for fingers in 1...2 {
      var request = ReplayRequest(scenario: "")
      request.pans.touchpadFingers = fingers
      request.origins["touchpadFingers"] = .caller
      guard let mapping = try? request.mapping(of: recording.device),
        let options = try? request.panOptions(for: recording)
      else { continue }
      for pan in recording.pans(mapping: mapping, options: options) {
        // Compare positions only, because copies of a recording may have rounded times.
        let path = pan.samples.map { $0.position }
        guard path.count >= 5, seen.insert(path).inserted else { continue }
        let all = pan.samples.indices.compactMap {
          point($0, of: pan, named: "\(file), pan \(pan.number)")
        }
        guard !all.isEmpty else { continue }
        pans += 1
        // Limit the points of a long pan, so that it does not dominate the result.
        let count = min(all.count, Self.mostOfPan)
        points += (0..<count).map { all[$0 * all.count / count] }
      }
    }
  }

  private func point(_ index: Int, of pan: RecordedPan, named name: String) -> RealPoint? {
    let here = pan.samples[index]
    let around = pan.samples.indices.filter {
      (pan.samples[$0].microseconds - here.microseconds).magnitude <= 30_000
    }
    guard let oldest = around.first, let newest = around.last, index - oldest >= 2,
      newest - index >= 2, pan.samples[0].microseconds <= here.microseconds - 30_000
    else { return nil }
    let velocity = fittedVelocity(
      pan.samples[oldest...newest].map { sample in
        (
          Double(sample.microseconds - here.microseconds) / 1e6,
          (sample.position - here.position)
        )
      })
    guard let velocity, velocity.length.value > 200 else { return nil }
    return RealPoint(
      name: "\(name), sample \(index + 1)", samples: Array(pan.samples[...index]),
      releaseMicroseconds: pan.samples[index + 1].microseconds, truth: velocity)
  }
}

/// Returns the velocity at time 0 of the least-squares parabola through `points`; nil if they have fewer than
/// three different times.
private func fittedVelocity(_ points: [(time: Double, place: Position)]) -> Velocity? {
  let count = Double(points.count)
  let middle = points.reduce(0) { $0 + $1.time } / count
  // Orthogonal polynomials: 1, s = t - middle, and s² - a s - b.
  let (s2, s3) = points.reduce((0, 0)) {
    let s = $1.time - middle
    return ($0.0 + s * s, $0.1 + s * s * s)
  }
  guard s2 > 0 else { return nil }
  let (a, b) = (s3 / s2, s2 / count)
  func square(_ s: Double) -> Double { s * s - a * s - b }
  let norm = points.reduce(0) { $0 + square($1.time - middle) * square($1.time - middle) }
  guard norm > 1e-9 * s2 * s2 else { return nil }
  func slope(_ value: (Position) -> Double) -> Double {
    let first = points.reduce(0) { $0 + ($1.time - middle) * value($1.place) } / s2
    let second = points.reduce(0) { $0 + square($1.time - middle) * value($1.place) } / norm
    return first + second * (-2 * middle - a)
  }
  return Velocity(
    x: PointsPerSecond(slope { $0.x.value }), y: PointsPerSecond(slope { $0.y.value }))
}

extension VelocityAccuracyCommand {
  /// Prints the errors of every estimator on real pans, and the ten largest errors of the first estimator.
  static func printReal(
    _ estimators: [(String, any VelocityEstimator)], in folders: [String]
  ) throws {
    let real = try RealPoints(in: folders)
    guard !real.points.isEmpty else {
      print("skipped: no recordings of real hands in \(folders.joined(separator: ", "))")
      return
    }
    print("\(real.points.count) points of \(real.pans) real pans; errors in % of the true speed")
    print(padded("estimator", 28) + padded("median %", 10) + padded("p95 %", 10) + "RMS %")
    var rows: [(name: String, median: Double, p95: Double, rms: Double, errors: [Double])] = []
    for (name, estimator) in estimators {
      var estimator = estimator
      let errors = real.points.map { point in
        estimator.reset()
        for sample in point.samples { estimator.receive(sample) }
        let found = estimator.released(atMicroseconds: point.releaseMicroseconds)
          .discardingImplausibleSpeed.velocity
        return 100 * ((found - point.truth).length / point.truth.length)
      }
      let sorted = errors.sorted()
      let squares = errors.reduce(0) { $0 + $1 * $1 }
      rows.append(
        (
          name, sorted[sorted.count / 2], sorted[sorted.count * 95 / 100],
          (squares / Double(errors.count)).squareRoot(), errors
        ))
    }
    for row in rows.sorted(by: { $0.rms < $1.rms }) {
      print(
        padded(row.name, 28) + padded(shown(row.median), 10) + padded(shown(row.p95), 10)
          + shown(row.rms))
    }
    func rank(_ value: ((Double, Double)) -> Double) -> Int {
      let own = value((rows[0].median, rows[0].rms))
      return 1 + rows.filter { value(($0.median, $0.rms)) < own }.count
    }
    print(
      "\(rows[0].name): rank \(rank { $0.0 }) by median, \(rank { $0.1 }) by RMS, of \(rows.count); worst:"
    )
    let worst = real.points.indices.sorted { rows[0].errors[$0] > rows[0].errors[$1] }
    for index in worst.prefix(10) {
      let point = real.points[index]
      print(
        "  \(shown(rows[0].errors[index])) %: true velocity \(Int(point.truth.x.value)), "
          + "\(Int(point.truth.y.value)) pt/s; \(point.name)")
    }
  }
}
