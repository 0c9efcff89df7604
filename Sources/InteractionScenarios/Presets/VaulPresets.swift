/// vaul: by the mean speed and the side of the way.
///
/// Source: vaul at 3e97aac: the mean speed of the whole drag; above VELOCITY_THRESHOLD 0.4 px/ms, which
/// is exclusive, the neighbour, unless the way is 40 % of the window or more; above 2 px/ms, exclusive,
/// the end; of equally near snap points the lower; 8 (ln(v + 1) − 2) past the top; and
/// cubic-bezier(0.32, 0.72, 0, 1) over 0.5 s.
let vaulPreset = Preset(
  "vaul", "vaul: by the mean speed and the side of the way.",
  [
    "limits": "logarithm",
    "settle.law": "drawer",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "400.00000000000006",
    "release.tie": "lower",
    "dismissible": "true",
    "release.source": "mean",
    "release.choice": "gates",
    "release.threshold": "0.4",
    "release.skip": "2000.0000000000002",
  ])

/// vaul, never past the next snap point.
///
/// Source: vaul at 3e97aac with snapToSequentialPoint, which leaves out the 2 px/ms; else as
/// ``vaulPreset``.
let vaulSequentialPreset = Preset(
  "vaul.sequential", "vaul, never past the next snap point.",
  [
    "limits": "logarithm",
    "settle.law": "drawer",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "400.00000000000006",
    "release.tie": "lower",
    "dismissible": "true",
    "release.source": "mean",
    "release.choice": "gates",
    "release.threshold": "0.4",
    "release.skip": "0",
  ])
