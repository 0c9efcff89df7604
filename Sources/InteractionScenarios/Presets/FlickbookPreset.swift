/// The scenario's own values, under a name.
let flickbookPreset = Preset("flickbook", "The default: no setting differs from it.", [:])
