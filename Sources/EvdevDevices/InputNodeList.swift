import Glibc
import TouchInput

/// Returns every input device that the kernel lists, sorted by node number.
///
/// Nothing under `/dev` is opened. If the kernel's listing under `/sys` cannot be read, the list is
/// empty; see ``canListInputNodes()``.
package func inputNodes() -> [InputNode] {
  let numbers = names(in: "/sys/class/input").compactMap { name in
    name.hasPrefix("event") ? Int(name.dropFirst("event".count)) : nil
  }
  return numbers.sorted().compactMap { inputNode(at: "/dev/input/event\($0)") }
}

/// Whether the kernel's listing of input devices can be read.
package func canListInputNodes() -> Bool { access("/sys/class/input", R_OK | X_OK) == 0 }

/// Looks up the kernel's listing of a device without opening the device.
///
/// - Parameter path: A node, or a link to a node such as those under `/dev/input/by-path`.
/// - Returns: The listing, or nil if the kernel lists no such device.
package func inputNode(at path: String) -> InputNode? {
  guard let nodeFolder = listingFolder(of: path) else { return nil }
  let folder = "\(nodeFolder)/device"
  guard let deviceName = firstLine(of: "\(folder)/name") else { return nil }
  let keys = bits(of: "\(folder)/capabilities/key")
  let properties = bits(of: "\(folder)/properties")
  return InputNode(
    path: path, name: deviceName,
    kind: InputNode.Kind(
      keys: keys, axes: bits(of: "\(folder)/capabilities/abs"), properties: properties),
    identity: DeviceDescription.Identity(
      bus: hexadecimal("\(folder)/id/bustype"), vendor: hexadecimal("\(folder)/id/vendor"),
      product: hexadecimal("\(folder)/id/product"), version: hexadecimal("\(folder)/id/version")),
    physicalPath: firstLine(of: "\(folder)/phys") ?? "", properties: properties.sorted(),
    textKeys: TextKeys(keys), deviceNumber: firstLine(of: "\(nodeFolder)/dev") ?? "")
}

/// Returns the numbers of the bits that are set in a sysfs bitmap.
///
/// The text contains one hexadecimal number for each 64-bit word, the most significant word first.
func setBits(inBitmap text: String) -> Set<UInt16> {
  var result: Set<UInt16> = []
  for (index, text) in text.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
    guard index < 64, let word = UInt64(text, radix: 16) else { continue }
    for bit in 0..<UInt64.bitWidth where word & (1 << UInt64(bit)) != 0 {
      result.insert(UInt16(index * UInt64.bitWidth + bit))
    }
  }
  return result
}

private func bits(of file: String) -> Set<UInt16> {
  setBits(inBitmap: firstLine(of: file) ?? "")
}

private func hexadecimal(_ file: String) -> UInt16 {
  firstLine(of: file).flatMap { UInt16($0, radix: 16) } ?? 0
}

/// Returns the first line of a small file without its line end, or nil if the file cannot be read.
private func firstLine(of file: String) -> String? {
  text(ofFile: file).map {
    String(decoding: $0.utf8.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

/// Returns the text of a small file, at most 4096 bytes, or nil if the file cannot be read.
func text(ofFile file: String) -> String? {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = read(descriptor, &bytes, bytes.count)
  guard count >= 0 else { return nil }
  return String(decoding: bytes[..<count], as: UTF8.self)
}

private func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var result: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    result.append(name)
  }
  return result
}

/// Returns the folder in which the kernel lists the device at `path`; nil if the device is not listed.
private func listingFolder(of path: String) -> String? {
  var path = path
  // Links can form a loop. The kernel, too, follows at most 40 links.
  for _ in 0..<40 {
    if let name = path.split(separator: "/").last, name.hasPrefix("event") {
      let folder = "/sys/class/input/\(name)"
      if access("\(folder)/device", F_OK) == 0 { return folder }
    }
    guard let target = linkTarget(of: path) else { return nil }
    path = target.hasPrefix("/") ? target : "\(folderPath(of: path))/\(target)"
  }
  return nil
}

private func linkTarget(of path: String) -> String? {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &bytes, bytes.count)
  guard count > 0 else { return nil }
  return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
