package import FrameLogs
import Quantities

/// The three frames before and after the first that differs, expected beside actual.
package func framesAround(_ expected: Run, _ actual: Run) -> String {
  let frames = zip(expected.frames, actual.frames).enumerated()
  let first = frames.first { _, pair in
    pair.0.position != pair.1.position || pair.0.velocity != pair.1.velocity
      || pair.0.phase != pair.1.phase
  }
  let middle = first?.offset ?? min(expected.frames.count, actual.frames.count)
  let last = max(expected.frames.count, actual.frames.count) - 1
  guard last >= 0 else { return "" }
  func cell(_ frames: [Frame], _ index: Int) -> [String] {
    guard frames.indices.contains(index) else { return ["", "", "", "", ""] }
    let frame = frames[index]
    return [
      frame.phase.rawValue, decimal(frame.position.x.value), decimal(frame.position.y.value),
      decimal(frame.velocity.x.value), decimal(frame.velocity.y.value),
    ]
  }
  let names = ["phase", "x", "y", "vx", "vy"]
  var rows = [["", "frame"] + names.map { "\($0), expected" } + names.map { "\($0), now" }]
  for index in max(0, middle - 3)...min(last, middle + 3) {
    rows.append(
      [index == middle ? ">" : "", "\(index)"] + cell(expected.frames, index)
        + cell(actual.frames, index))
  }
  return alignedTable(rows.map { ["", ""] + $0 }, rightAligned: true)
}

/// A number with three decimals at most.
private func decimal(_ number: Double) -> String {
  guard number.magnitude < 1e12 else { return "\(number)" }
  return "\((number * 1_000).rounded() / 1_000)"
}
