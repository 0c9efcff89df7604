/// A value that costs a reference to hand on, however large it is; who changes it gets one of its own.
///
/// Scenarios read their tuning through it at every frame, so it is inlined into their module.
@usableFromInline
package struct Shared<Value: Sendable>: Sendable {
  // Of one element; an array knows when it must copy.
  @usableFromInline var one: [Value]

  /// Shares `value`.
  @inlinable package init(_ value: Value) { one = [value] }

  /// What is shared.
  @usableFromInline package var value: Value {
    @inlinable @inline(__always) get { one[0] }
    @inlinable @inline(__always) set { one[0] = newValue }
  }
}
