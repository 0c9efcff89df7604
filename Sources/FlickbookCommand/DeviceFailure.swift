import ArgumentParser
import EvdevDevices
import Flickbook
import Glibc

extension Failure {
  init(_ error: DeviceError) {
    let status: Status =
      switch error {
      case .missing, .noTouchDevice(unreadable: []): .noInput
      case .notPermitted, .noTouchDevice: .noPermission
      case .notEvdev, .notTouch, .hasTextKeys: .badInput
      case .ambiguous: .usage
      case .adb(let error): error.status
      case .replaced, .grabbed, .system, .builtWithoutEvdev: .inputOutput
      }
    self.init(status, error.description)
  }
}

/// Runs `body`, turning its error into a failure.
func orDeviceFailure<Result: ~Copyable>(
  _ body: () throws(DeviceError) -> Result
) throws(Failure) -> Result {
  do throws(DeviceError) { return try body() } catch { throw Failure(error) }
}

extension AdbError {
  /// What the command exits with.
  fileprivate var status: Failure.Status {
    switch self {
    case .noPhone, .noTouchscreen, .missing: .noInput
    case .severalPhones, .otherPhones, .severalTouchscreens: .usage
    case .notTouch, .hasTextKeys, .unreadable: .badInput
    case .notInstalled, .failed, .ended: .inputOutput
    }
  }
}

extension ExitCode {
  /// A file could not be written, or a device could not be read to the end.
  static let inputOutput = ExitCode(Failure.Status.inputOutput.rawValue)
  /// The user ended it before it was done.
  static let interrupted = ExitCode(Failure.Status.interrupted.rawValue)
}

/// The device that was named, the only one there is, or the one that is picked from a list.
func pickedNode(named name: String?) throws(DeviceError) -> String {
  do throws(DeviceError) {
    return try chosenNode(named: name)
  } catch {
    guard case .ambiguous(let nodes) = error, let picked = picked(from: nodes, several: false)
    else { throw error }
    return picked[0]
  }
}

/// The devices that were named, the only one there is, or those that are picked from a list; each once.
///
/// - Parameters:
///   - names: As ``pickedNode(named:)`` takes them.
///   - several: Whether more than one may be picked.
/// - Returns: The paths of the nodes; at least one.
/// - Throws: `DeviceError` where it is not clear which are meant.
func pickedNodes(named names: [String], several: Bool) throws(DeviceError) -> [String] {
  var nodes: [String] = []
  for name in names {
    let node = try pickedNode(named: name)
    if !nodes.contains(node) { nodes.append(node) }
  }
  guard nodes.isEmpty else { return nodes }
  do throws(DeviceError) {
    return [try chosenNode(named: nil)]
  } catch {
    guard case .ambiguous(let nodes) = error, let picked = picked(from: nodes, several: several)
    else { throw error }
    return picked
  }
}

/// Has the user pick nodes by their numbers; nil where nobody sits at a terminal, or for another answer.
private func picked(from nodes: [String], several: Bool) -> [String]? {
  guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
  printError(several ? "Which ones? Give a number, or several with spaces between." : "Which one?")
  for (index, node) in nodes.enumerated() {
    printError("  \(index + 1)  \(node)  \(inputNode(at: node)?.name ?? "")")
  }
  guard let line = readLine() else { return nil }
  return answer(line, among: nodes, several: several)
}

/// The nodes whose numbers a line has, each once; nil when it has anything else.
func answer(_ line: String, among nodes: [String], several: Bool) -> [String]? {
  let words = line.split { $0 == " " || $0 == "," }
  guard several ? !words.isEmpty : words.count == 1 else { return nil }
  var picked: [String] = []
  for word in words {
    guard let number = Int(word), nodes.indices.contains(number - 1) else { return nil }
    if !picked.contains(nodes[number - 1]) { picked.append(nodes[number - 1]) }
  }
  return picked
}
