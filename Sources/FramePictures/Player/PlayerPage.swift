/// The page up to its data: markup, style and scripts, in an order in which each script finds what it
/// stands on.
func playerPage() -> [UInt8] {
  var page = Array(
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Flickbook</title>
    <style>

    """.utf8)
  page += PackageResources.player_css
  page += "</style>\n</head>\n<body>\n".utf8
  page += PackageResources.player_html
  page += "<script>\n".utf8
  page += PackageResources.page_js
  page += PackageResources.screen_js
  page += PackageResources.plot_js
  page += PackageResources.details_js
  page += PackageResources.decision_js
  page += PackageResources.releases_js
  page += PackageResources.whatif_js
  page += PackageResources.touch_js
  page += PackageResources.live_js
  page += PackageResources.player_js
  page += "</script>\n".utf8
  return page
}
