// Serves Flickbook's own sheet, so that a test can compare it with the scenario.
import Flickbook

FlickbookSubject.serve(SheetScenario.self)
