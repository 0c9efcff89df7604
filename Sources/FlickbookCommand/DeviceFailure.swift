import ArgumentParser
import EvdevDevices
import Flickbook
import PageServer
import Videos

extension Failure {
  /// Creates the failure for an error of a device, a video, a page server or the writing of a recording; otherwise nil.
  init?(ofDevice error: any Error, at place: String) {
    switch error {
    case let error as DeviceError: self.init(error.status, error.description)
    case let error as VirtualDeviceError: self.init(error.status, error.description)
    case let error as VideoError: self.init(error.status, error.description)
    case let error as PageServerError: self.init(error.status, "\(place): \(error.description)")
    case let error as RecordingOutputError: self.init(.inputOutput, error.description)
    default: return nil
    }
  }
}

extension DeviceError {
  fileprivate var status: Failure.Status {
    switch self {
    case .missing, .noTouchDevice(unreadable: []): .noInput
    case .notPermitted, .noTouchDevice: .noPermission
    case .notEvdev, .notTouch, .hasTextKeys: .badInput
    case .ambiguous: .usage
    case .adb(let error): error.status
    case .replaced, .grabbed, .system, .builtWithoutEvdev: .inputOutput
    }
  }
}

extension AdbError {
  fileprivate var status: Failure.Status {
    switch self {
    case .noPhone, .noTouchscreen, .missing: .noInput
    case .severalPhones, .otherPhones, .severalTouchscreens: .usage
    case .notTouch, .hasTextKeys, .unreadable: .badInput
    case .notInstalled, .failed, .ended: .inputOutput
    }
  }
}

extension VirtualDeviceError {
  fileprivate var status: Failure.Status {
    switch self {
    case .missing: .noInput
    case .notPermitted: .noPermission
    case .failed, .builtWithoutEvdev: .inputOutput
    }
  }
}

extension VideoError {
  fileprivate var status: Failure.Status {
    switch self {
    case .notInstalled: .noInput
    case .failed, .noEncoder, .notEncoded, .tooLarge: .inputOutput
    case .outside: .usage
    case .notVideo, .noStream, .changesSize, .untimed, .damaged: .badInput
    }
  }
}

extension PageServerError {
  fileprivate var status: Failure.Status {
    switch self {
    case .notOurs: .usage
    case .forbidden: .noPermission
    case .inUse, .failed: .inputOutput
    }
  }
}

/// Returns the path of the device `name`.
///
/// If `name` is nil, returns the path of the only device, or of the device that the user picks from a list.
func pickedNode(named name: String?) throws(DeviceError) -> String {
  do throws(DeviceError) {
    return try chosenNode(named: name)
  } catch {
    guard case .ambiguous(let nodes) = error, let picked = picked(from: nodes, several: false)
    else { throw error }
    return picked[0]
  }
}

/// Returns the paths of the devices `names`.
///
/// If `names` is empty, returns the path of the only device, or of the devices that the user picks from a list.
///
/// - Parameters:
///   - names: The names, in the form that ``pickedNode(named:)`` accepts.
///   - several: Whether the user may pick more than one.
/// - Returns: The paths of the device nodes, without repetition; at least one.
/// - Throws: `DeviceError` if the choice of devices is ambiguous.
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

/// Returns the nodes that the user picks by their numbers; nil if there is no terminal or the answer is invalid.
private func picked(from nodes: [String], several: Bool) -> [String]? {
  guard Terminal.isInput, Terminal.isError else { return nil }
  printError(several ? "Which ones? Give a number, or several separated by spaces." : "Which one?")
  for (index, node) in nodes.enumerated() {
    printError("  \(index + 1)  \(node)  \(inputNode(at: node)?.name ?? "")")
  }
  guard let line = readLine() else { return nil }
  return answer(line, among: nodes, several: several)
}

/// Returns the nodes whose numbers are in a line, without repetition; nil if the line contains anything else.
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

/// Warns if the device was opened without a check, or if another program has grabbed it.
func warn(about opened: borrowing InputDevice) {
  if !opened.wasCheckedBeforeOpening {
    printError(
      """
      \(opened.path): /sys/class/input does not list this device, so Flickbook had to open it to \
      find out that it is a touch device.
      """)
  }
  if opened.isGrabbedByAnother() {
    printError(
      """
      \(opened.path): another program has grabbed this device, so no event arrives until that \
      program releases the device; find the program with: sudo fuser -v \(opened.path)
      """)
  }
}
