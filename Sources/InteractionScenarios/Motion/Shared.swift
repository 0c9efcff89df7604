/// A value that costs a reference to hand on, however large it is; who changes it gets one of its own.
struct Shared<Value: Sendable>: Sendable {
  // Of one element; an array knows when it must copy.
  private var one: [Value]

  /// Shares `value`.
  init(_ value: Value) { one = [value] }

  /// What is shared.
  var value: Value {
    @inline(__always) get { one[0] }
    @inline(__always) set { one[0] = newValue }
  }
}
