/// The scenario's own values, under a name.
public let flickbookPreset = Preset("flickbook", "The default: no setting differs from it.", [:])
