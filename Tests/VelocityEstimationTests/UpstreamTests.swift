import FieldData
import Foundation
import Quantities
import Testing

@testable import VelocityEstimation

@Suite("Upstream velocities")
struct UpstreamTests {
  private struct Recomputed: Decodable {
    var vx: Double?
    var vy: Double?
  }

  /// One row of the table of all estimators over the real gestures.
  private struct Golden: Decodable {
    struct Trace: Decodable {
      var t_up_used: Double
      var vx: [String: Double]
      var vy: [String: Double]
    }

    var traces: [String: Trace]
  }

  @Test("every case of another project can be decoded")
  func everyCase() {
    print("\(UpstreamCase.all.count) velocity cases of other projects")
    #expect(UpstreamCase.undecodable == [])
    #expect(!UpstreamCase.all.isEmpty)
  }

  @Test(
    "every case of another project gives the velocity that its test expects",
    arguments: UpstreamCase.all)
  func upstream(upstream: UpstreamCase) throws {
    let estimate = try upstream.estimate()
    let expected = upstream.expected
    for (wanted, none, found) in [
      (expected.vx, expected.vx_none, estimate.velocity.x.value),
      (expected.vy, expected.vy_none, estimate.velocity.y.value),
    ] {
      if none == true { #expect(estimate.reason != .ok, "\(estimate)") }
      guard let wanted else { continue }
      let relative = expected.tolerance_mode.hasPrefix("relative")
      let allowed = relative ? expected.tolerance * wanted.magnitude : expected.tolerance
      #expect((found - wanted).magnitude <= max(allowed, 1e-6), "\(found), not \(wanted)")
    }
  }

  @Test("the estimates agree with an independent calculation to 1e-6")
  func recomputed() throws {
    let data = try Data(
      contentsOf: FieldFolder.tables("velocity").appending(path: "recomputed.json"))
    let table = try JSONDecoder().decode([String: Recomputed].self, from: data)
    let known = UpstreamCase.all.filter { table[$0.id] != nil }
    #expect(!known.isEmpty)
    for upstream in known {
      let estimate = try upstream.estimate()
      let row = try #require(table[upstream.id])
      for (wanted, found) in [
        (row.vx, estimate.velocity.x.value), (row.vy, estimate.velocity.y.value),
      ] {
        guard let wanted else { continue }
        let error = (found - wanted).magnitude / max(wanted.magnitude, 1e-3)
        #expect(error <= 1e-6, "\(upstream.id): \(found), not \(wanted)")
      }
    }
  }

  /// The names of estimators in the golden table, each with the name of the same estimator here.
  static let goldenNames = [
    ("android_lsq1", "android.lsq1"), ("android_lsq2", "android.lsq2"),
    ("android_lsq3", "android.lsq3"), ("wlsq2_delta", "android.wlsq2_delta"),
    ("wlsq2_central", "android.wlsq2_central"), ("wlsq2_recent", "android.wlsq2_recent"),
    ("android_impulse", "android.impulse"), ("compose_impulse40", "compose.impulse40"),
    ("android_int1", "android.int1"), ("android_int2", "android.int2"),
    ("android_legacy", "android.legacy"), ("flutter_lsq2", "flutter.lsq2"),
    ("rngh_web_lsq2_300", "gesture-handler.web"), ("ios_scroll(.6/.35/.05)", "flutter.ios"),
    ("macos_scroll(.15/.65/.2)", "flutter.macos"), ("uipan(.8/.2)", "apple.recognizer"),
    ("last_sample", "last-sample"), ("hammer25", "hammer"),
    ("qt_flick3", "qt.flickable:factor=1,frame=0,grid=0,gap=50"),
    ("gnome150", "gnome.swipe:grid=0"), ("clutter_pan150", "mutter.pan:interval=0"),
    ("niri150", "niri.swipe"),
    ("gtk_swipe150", "gtk.swipe:grid=0"), ("chromeos_lsq1x10", "chromeos.lsq1:floor=0"),
    ("kalman_ca", "kalman"), ("kalman_ca(1e5,1)", "kalman:jerk=1e5,noise=1"),
  ]

  @Test(
    "on real gestures every estimator agrees with an independent implementation",
    arguments: Self.goldenNames)
  func golden(theirs: String, ours: String) throws {
    let data = try Data(
      contentsOf: FieldFolder.tables("velocity").appending(path: "golden_all_estimators.json"))
    let table = try JSONDecoder().decode(Golden.self, from: data)
    var isEmpty = true
    for (id, trace) in table.traces.sorted(by: { $0.key < $1.key }) {
      // The recording of this gesture may be missing from this installation.
      let upstream = UpstreamCase.all.first { $0.id == id + "_lsq2" }
      guard let upstream else { continue }
      isEmpty = false
      let samples = upstream.samples.filter { $0.action != "up" }
      for (axis, row) in [(0, trace.vx), (1, trace.vy)] {
        // The table was computed axis by axis, which matters for estimators with dependent axes.
        var estimator = try nanosecondEstimator(named: ours)
        // The table treats the touch-down as a sample, which GTK and niri do not: they get one just before.
        if ["gnome.", "gtk.", "niri."].contains(where: ours.hasPrefix),
          var first = samples.first?.panSample
        {
          first.position = Position(x: axis == 0 ? first.position.x : first.position.y, y: .zero)
          first.microseconds -= 1
          estimator.receive(first)
        }
        for sample in samples {
          var one = sample.panSample
          one.position = Position(x: axis == 0 ? one.position.x : one.position.y, y: .zero)
          estimator.receive(one)
        }
        let last = try #require(samples.last)
        let found = estimator.released(atMicroseconds: last.nanoseconds).velocity.x.value
        let wanted = try #require(row[theirs])
        // The table is rounded to the sixth decimal.
        let error = max((found - wanted).magnitude - 1e-6, 0) / max(wanted.magnitude, 1e-3)
        #expect(error <= 1e-6, "\(id) axis \(axis): \(found), not \(wanted)")
      }
    }
    #expect(!isEmpty)
  }
}
