@main
enum Notes {
  static func main() async throws {
    try AppDatabase.configure()
    try await NoteStore().add("Milk")
    print(try await NoteStore().all().map(\.text))
  }
}
