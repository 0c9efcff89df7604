/// The texts of the player's elements, byte for byte as they stand between the tags.
struct PlayerTexts {
  /// The text of the style element.
  let style = Array("\n".utf8) + PackageResources.player_css
  /// The text of the script element of the player.
  ///
  /// The order matters: each script uses those above it.
  let script =
    Array("\n".utf8) + PackageResources.page_js + PackageResources.screen_js
    + PackageResources.plot_js + playerPanels + PackageResources.touch_js
    + PackageResources.live_js + PackageResources.player_js
  /// The text of the script element that opens the engine.
  let engine = Array("\n".utf8) + PackageResources.engine_js
}

/// The scripts of the panels; separate because the compiler is slow with long sums.
private var playerPanels: [UInt8] {
  PackageResources.details_js + PackageResources.decision_js + PackageResources.releases_js
    + PackageResources.whatif_js
}

/// The page up to its data: policy, style, markup and scripts.
func playerPage() -> [UInt8] {
  let texts = PlayerTexts()
  let policy = ContentPolicy(scripts: [texts.script, texts.engine], styles: [texts.style])
  var page = Array(
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    \(policy.element)<meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Flickbook</title>
    <style>
    """.utf8)
  page += texts.style
  page += "</style>\n</head>\n<body>\n".utf8
  page += PackageResources.player_html
  page += "<script>".utf8
  page += texts.script
  page += "</script>\n<script>".utf8
  page += texts.engine
  page += "</script>\n".utf8
  return page
}
