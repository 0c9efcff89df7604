import FrameLogs

/// The Content Security Policy of a page: what a browser lets the page load, run and send.
///
/// A page holds recordings, which can identify a person. Its policy allows only the scripts and styles that
/// Flickbook puts into it, by their digests, the WebAssembly engine, and pictures that are part of the page.
/// A browser then blocks every request to a network, whatever a text in the page tries.
///
/// Source: W3C, "Content Security Policy Level 3", 2024, sections 2.3.1 and 6.
struct ContentPolicy {
  /// The texts of the script elements that run, byte for byte as they stand between the tags.
  var scripts: [[UInt8]] = []
  /// The texts of the style elements, byte for byte as they stand between the tags.
  var styles: [[UInt8]] = []

  /// The element that states the policy; it must stand above every script and style.
  var element: String {
    // Compiling WebAssembly is forbidden by default if there is any rule about scripts.
    let scriptSources = scripts.isEmpty ? ["'none'"] : scripts.map(source) + ["'wasm-unsafe-eval'"]
    let directives = [
      "default-src 'none'",
      "script-src \(scriptSources.joined(separator: " "))",
      "style-src \(styles.map(source).joined(separator: " "))",
      "img-src data:",
      "worker-src blob:",
      // These two do not fall back to default-src.
      "base-uri 'none'",
      "form-action 'none'",
    ]
    return """
      <meta http-equiv="Content-Security-Policy" content="\(directives.joined(separator: "; "))">

      """
  }

  private func source(_ text: [UInt8]) -> String {
    "'sha256-\(base64(digestBytes(of: text)))'"
  }

  private func digestBytes(of text: [UInt8]) -> [UInt8] {
    let digits = SHA256.hexadecimal(of: text).utf8.map { $0 < 58 ? $0 - 48 : $0 - 87 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
