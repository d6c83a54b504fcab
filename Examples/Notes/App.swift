// The app of the guide “Getting started in an app”. A test runs it.
@main
enum Notes {
  static func main() async throws {
    try AppDatabase.configure()
    try await NoteStore().add("Milk")
    print(try await NoteStore().all())
  }
}
