import FlickbookCommand
import Wheels

FlickbookMain(scenarios: [WheelScenario.self]).run()
