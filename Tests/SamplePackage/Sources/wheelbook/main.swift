import FlickbookCommand
import Wheels

await FlickbookMain(scenarios: [WheelScenario.self]).run()
