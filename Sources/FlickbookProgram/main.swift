import FlickbookCommand

FlickbookMain().run()
