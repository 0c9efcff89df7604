import FlickbookCommand

await FlickbookMain().run()
