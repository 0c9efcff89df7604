/// A rectangle in the picture of a video, in pixels; x grows to the right, and y downwards.
public struct VideoRegion: Hashable, Sendable {
  /// The left edge, from 0.
  public var x: Int
  /// The upper edge, from 0.
  public var y: Int
  /// The width, above 0.
  public var width: Int
  /// The height, above 0.
  public var height: Int

  /// The largest number of pixels of a region.
  ///
  /// The limit is our choice. It is twice the size of an 8K picture.
  public static let largestArea = 1 << 26

  /// Creates a region.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Returns whether the region lies within a picture of `width` × `height` pixels, and is not empty or too large.
  public func isInside(width other: Int, height otherHeight: Int) -> Bool {
    guard x >= 0, y >= 0, width > 0, height > 0, width <= other, height <= otherHeight else {
      return false
    }
    return x <= other - width && y <= otherHeight - height && width <= Self.largestArea / height
  }
}

/// The brightness of a region in one frame of a video.
public struct VideoFrame: Sendable {
  /// The presentation time in seconds; the first frame of the video has the time 0.
  public internal(set) var time: Double
  /// The brightness of each pixel from 0 (black) to 255 (white), row by row.
  public internal(set) var brightness: [UInt8]
  /// The number of pixels in a row.
  public let width: Int

  /// The mean brightness of each row, from above.
  public var rowMeans: [Double] {
    brightness.withUnsafeBufferPointer { pixels in
      stride(from: 0, to: pixels.count, by: width).map { start in
        var sum: UInt32 = 0
        for index in start..<start + width { sum &+= UInt32(pixels[index]) }
        return Double(sum) / Double(width)
      }
    }
  }

  /// The mean brightness of each column, from the left.
  public var columnMeans: [Double] {
    var sums = [UInt32](repeating: 0, count: width)
    brightness.withUnsafeBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count, by: width) {
        for column in 0..<width { sums[column] &+= UInt32(pixels[start + column]) }
      }
    }
    let rows = Double(brightness.count / max(1, width))
    return sums.map { Double($0) / rows }
  }
}
