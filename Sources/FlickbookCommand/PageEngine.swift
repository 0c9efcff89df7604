import CPageEngine

/// The engine that is put into pages, a WebAssembly module packed by LZMA; empty in a build without it.
var pageEngine: [UInt8] {
  let count = flickbook_page_engine_size()
  guard count > 0, let start = flickbook_page_engine() else { return [] }
  return Array(UnsafeBufferPointer(start: start, count: count))
}
