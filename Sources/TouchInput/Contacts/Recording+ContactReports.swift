extension Recording {
  /// Returns the reports of the device; contacts that are down at the end are cancelled.
  ///
  /// - Parameter cancelsPalms: Whether a contact that the device reports as a palm is cancelled.
  /// - Returns: The reports, in the order of their times.
  package func contactReports(cancelsPalms: Bool = true) -> [ContactReport] {
    var reader = ContactReader(of: self, cancelsPalms: cancelsPalms)
    var reports = events.compactMap { reader.receive($0) }
    if let last = reader.finish() { reports.append(last) }
    return reports
  }
}
