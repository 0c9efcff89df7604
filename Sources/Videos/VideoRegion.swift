/// A rectangle in the picture of a video, in pixels; x grows to the right, and y downwards.
package struct VideoRegion: Hashable, Sendable {
  /// The left edge, from 0.
  package var x: Int
  /// The upper edge, from 0.
  package var y: Int
  /// The width, above 0.
  package var width: Int
  /// The height, above 0.
  package var height: Int

  /// The maximum number of pixels of a region.
  ///
  /// The limit is our choice. It is twice the size of an 8K picture.
  package static let largestArea = 1 << 26

  /// Creates a region.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Returns whether the region lies within a picture of `width` × `height` pixels, and is not empty or too large.
  package func isInside(width other: Int, height otherHeight: Int) -> Bool {
    guard x >= 0, y >= 0, width > 0, height > 0, width <= other, height <= otherHeight else {
      return false
    }
    return x <= other - width && y <= otherHeight - height && width <= Self.largestArea / height
  }
}

/// The brightness of a region in one frame of a video.
package struct VideoFrame: Sendable {
  /// The presentation time in seconds; the first frame of the video has the time 0.
  package internal(set) var time: Double
  /// The brightness of each pixel from 0 (black) to 255 (white), row by row.
  package internal(set) var brightness: [UInt8]
  /// The number of pixels in a row.
  package let width: Int

  /// The mean brightness of each row, from above.
  package var rowMeans: [Double] {
    brightness.withUnsafeBufferPointer { pixels in
      stride(from: 0, to: pixels.count, by: width).map { start in
        var sum: UInt32 = 0
        for index in start..<start + width { sum &+= UInt32(pixels[index]) }
        return Double(sum) / Double(width)
      }
    }
  }

  /// The mean brightness of each column, from the left.
  package var columnMeans: [Double] {
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
