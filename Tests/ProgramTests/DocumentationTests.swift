import TestSupport
import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test("The gallery has a small picture for each of its commands, and each tool at work")
  func gallery() throws {
    let page = try Repository.text(of: "Documentation/gallery.md")
    let made = page.matches(of: /row ([a-z-]+)\.webp/).map { String($0.1) }
    let shown = page.matches(of: /!\[.+\]\(gallery\/([a-z-]+)\.webp\)/).map { String($0.1) }
    #expect(made == shown)
    #expect(made.count > 30 && Set(made).count == made.count)
    for name in made {
      let size = try Repository.size(of: "Documentation/gallery/\(name).webp")
      #expect((500...10_000).contains(size), "\(name): \(size) bytes")
    }
    for tool in Tool.all { #expect(page.contains("\n## \(tool)\n"), "\(tool)") }
  }

  @Test("The release is the same in -version, the changes and the package")
  func release() throws {
    let text = try Program.run("tint", ["-version"]).text
    let version = try #require(text.firstMatch(of: /\(pnmfx\) ([0-9.]+),/)?.1)
    #expect(try Repository.text(of: "CHANGELOG.md").hasPrefix("# Changes\n\n## \(version)\n"))
    #expect(try Repository.text(of: "debian/changelog").hasPrefix("pnmfx (\(version))"))
  }
}
