/// A number as short as a person writes it: without a trailing `.0`.
package func plain(_ number: some LosslessStringConvertible & Numeric) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
