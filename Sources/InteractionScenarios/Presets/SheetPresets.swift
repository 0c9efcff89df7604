extension SheetScenario {
  /// The presets of sheets, in the order in which they are listed: ours, then by kind of rule.
  ///
  /// There is one file for each system, with all that is known of it; a new one is a file beside this
  /// and a line here.
  static let sheetPresets = [
    flickbookPreset,
    waveSheetPreset,
    floatingPanelPreset,
    floatingPanelProjectPreset,
    fluidInterfacesPreset,
    fluidInterfacesFastPreset,
    gorhomPreset,
    gorhomAndroidPreset,
    ionicPreset,
    niriPreset,
    baseUIPreset,
    zagPreset,
    composeMaterialPreset,
    composeFoundationPreset,
    flutterPreset,
    smoothSheetsPreset,
    materialPreset,
    materialFitPreset,
    materialHideablePreset,
    libadwaitaPreset,
    libadwaitaLongPreset,
    gnomeShellPreset,
    gnomeShellTouchPreset,
    vaulPreset,
    vaulSequentialPreset,
    astryxPreset,
    reactSpringPreset,
  ]
}
