import CLibyaml

/// Returns a node as YAML text in block style, with one entry on each line.
///
/// Characters beyond ASCII are escaped.
///
/// - Returns: The text; nil if libyaml cannot write the node, for example because a scalar cannot be written in its
///   style.
package func serialize(_ node: Node) -> String? {
  let emission = Emission()
  defer { emission.end() }
  return emission.text(of: node)
}

/// Passes the events of a node to libyaml's emitter.
private struct Emission {
  // The emitter keeps the addresses of these two values, so they must not move.
  private let emitter = UnsafeMutablePointer<yaml_emitter_t>.allocate(capacity: 1)
  private let written = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)

  init() {
    written.initialize(to: [])
    // Initialization fails only if no memory is available.
    precondition(yaml_emitter_initialize(emitter) == 1, "there is no memory")
    yaml_emitter_set_encoding(emitter, YAML_UTF8_ENCODING)
    yaml_emitter_set_width(emitter, -1)
    yaml_emitter_set_output(
      emitter,
      { written, bytes, count in
        guard let written, let bytes else { return 0 }
        let text = UnsafeBufferPointer(start: bytes, count: count)
        written.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: text)
        return 1
      }, written)
  }

  func end() {
    yaml_emitter_delete(emitter)
    emitter.deallocate()
    written.deinitialize(count: 1)
    written.deallocate()
  }

  func text(of node: Node) -> String? {
    let isWritten =
      emit { yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
      && emit { yaml_document_start_event_initialize($0, nil, nil, nil, 1) }
      && emit(node)
      && emit { yaml_document_end_event_initialize($0, 1) }
      && emit { yaml_stream_end_event_initialize($0) }
      && yaml_emitter_flush(emitter) == 1
    return isWritten ? String(decoding: written.pointee, as: UTF8.self) : nil
  }

  private func emit(_ node: Node) -> Bool {
    switch node {
    case .scalar(let scalar): return emit(scalar)
    case .sequence(let sequence):
      return emit {
        yaml_sequence_start_event_initialize($0, nil, nil, 1, YAML_ANY_SEQUENCE_STYLE)
      }
        && sequence.allSatisfy { emit($0) }
        && emit { yaml_sequence_end_event_initialize($0) }
    case .mapping(let mapping):
      return emit { yaml_mapping_start_event_initialize($0, nil, nil, 1, YAML_ANY_MAPPING_STYLE) }
        && mapping.allSatisfy { emit($0.key) && emit($0.value) }
        && emit { yaml_mapping_end_event_initialize($0) }
    }
  }

  private func emit(_ scalar: Node.Scalar) -> Bool {
    // The trailing zero byte ensures that even an empty text has an address.
    let bytes = Array(scalar.string.utf8) + [0]
    guard let length = Int32(exactly: bytes.count - 1) else { return false }
    return emit {
      yaml_scalar_event_initialize($0, nil, nil, bytes, length, 1, 1, scalar.style.ofLibyaml)
    }
  }

  /// Passes one event to the emitter; the emitter frees the event even if it fails to write it.
  private func emit(_ make: (UnsafeMutablePointer<yaml_event_t>) -> Int32) -> Bool {
    var event = yaml_event_t()
    return make(&event) == 1 && yaml_emitter_emit(emitter, &event) == 1
  }
}

extension Node.Scalar.Style {
  fileprivate var ofLibyaml: yaml_scalar_style_t {
    switch self {
    case .plain: YAML_PLAIN_SCALAR_STYLE
    case .singleQuoted: YAML_SINGLE_QUOTED_SCALAR_STYLE
    case .doubleQuoted: YAML_DOUBLE_QUOTED_SCALAR_STYLE
    case .literal: YAML_LITERAL_SCALAR_STYLE
    case .folded: YAML_FOLDED_SCALAR_STYLE
    }
  }
}
