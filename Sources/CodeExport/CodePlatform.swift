/// A platform for which settings are exported as code.
package enum CodePlatform: String, CaseIterable, Sendable {
  /// SwiftUI: `Spring`, `Animation.interpolatingSpring`.
  case swiftui
  /// UIKit: `UISpringTimingParameters`, `UIScrollView`.
  case uikit
  /// Jetpack Compose: `spring`, `exponentialDecay`.
  case compose
  /// Android views: `SpringForce`, `FlingAnimation`.
  case views
  /// Flutter: `SpringSimulation`, `FrictionSimulation`.
  case flutter
  /// CSS transitions with `linear()`.
  case css
  /// The Web Animations API, with keyframes for each release.
  case webAnimations = "web-animations"
  /// Motion, formerly Framer Motion.
  case motion
  /// react-spring.
  case reactSpring = "react-spring"
  /// vaul, the drawer for React.
  case vaul
  /// GTK 4, with a tick callback.
  case gtk
  /// libadwaita: `AdwSpringAnimation`.
  case adwaita
  /// Qt Quick: `SpringAnimation`, `Flickable`.
  case qt
  /// Rust, without crates.
  case rust
  /// C++17, in one header.
  case cpp

  /// The name of the platform in sentences.
  package var title: String {
    switch self {
    case .swiftui: "SwiftUI"
    case .uikit: "UIKit"
    case .compose: "Compose"
    case .views: "Android views"
    case .flutter: "Flutter"
    case .css: "CSS"
    case .webAnimations: "Web Animations"
    case .motion: "Motion"
    case .reactSpring: "react-spring"
    case .vaul: "vaul"
    case .gtk: "GTK"
    case .adwaita: "libadwaita"
    case .qt: "Qt Quick"
    case .rust: "Rust"
    case .cpp: "C++"
    }
  }

  /// The types or functions that the code uses, in a few words.
  package var meaning: String {
    switch self {
    case .swiftui: "Spring and interpolatingSpring of SwiftUI"
    case .uikit: "UISpringTimingParameters and UIScrollView"
    case .compose: "spring and exponentialDecay of Jetpack Compose"
    case .views: "SpringForce and FlingAnimation of Android's views"
    case .flutter: "SpringSimulation and FrictionSimulation of Flutter"
    case .css: "CSS transitions with linear()"
    case .webAnimations: "the Web Animations API, with keyframes for each release"
    case .motion: "Motion, formerly Framer Motion"
    case .reactSpring: "react-spring"
    case .vaul: "vaul, the drawer for React"
    case .gtk: "GTK 4, with a tick callback"
    case .adwaita: "AdwSpringAnimation of libadwaita"
    case .qt: "SpringAnimation and Flickable of Qt Quick"
    case .rust: "Rust without crates, such as the momentum of a touchpad"
    case .cpp: "a header for C++17, such as the momentum of a touchpad"
    }
  }

  /// The language of the code.
  var language: CodeLanguage {
    switch self {
    case .swiftui, .uikit: .swift
    case .compose, .views: .kotlin
    case .flutter: .dart
    case .css: .css
    case .webAnimations, .motion, .reactSpring, .vaul: .javaScript
    case .qt: .qml
    case .gtk, .adwaita: .c
    case .rust: .rust
    case .cpp: .cpp
    }
  }

  /// The name of a point in this platform.
  var point: String {
    switch self {
    case .swiftui, .uikit: "pt"
    case .compose, .views: "dp"
    case .flutter: "logical px"
    case .css, .webAnimations, .motion, .reactSpring, .vaul, .gtk, .adwaita, .qt, .rust, .cpp: "px"
    }
  }
}
