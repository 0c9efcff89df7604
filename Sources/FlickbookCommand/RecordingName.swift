import Flickbook

/// What is wrong with a name for a recording that is to be made; nil when it will do.
///
/// - Returns: What was found and what to do next, as a clause.
func fault(ofRecordingName path: String) -> String? {
  guard path != "-" else {
    return """
      found '-', and a recording is a file, so that one that is cut off is not lost; give a name \
      that ends in .yml.
      """
  }
  if kindOfFile(at: path).isFolder {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return "\(path) is a folder; name a file in it, such as \(folder)flick.yml."
  }
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.dropFirst().lastIndex(of: ".") else {
    return "found '\(path)', and a recording is YAML; give a name that ends in .yml."
  }
  let ending = name[dot...].lowercased()
  guard ending != ".yml", ending != ".yaml" else { return nil }
  let native = path.dropLast(name[dot...].count) + ".yml"
  let next =
    switch ending {
    case ".svg", ".png": "flickbook plot \(native) --scenario sheet -o \(path)"
    case ".html": "flickbook view \(native) --scenario sheet -o \(path)"
    case ".evemu", ".csv": "flickbook convert \(native) \(path)"
    default: "flickbook convert \(native) \(path) --to evemu"
    }
  return "found '\(path)', and a recording is YAML; give \(native), and then: \(next)"
}
