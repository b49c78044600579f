package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lays out modules of a few files. */
class PublicationTest {
  private static final String POM =
      """
      <project>
        <groupId>dev.heddle</groupId>
        <artifactId>%s</artifactId>
        <version>1</version>
        <name>a name</name>
        <description>what it is</description>
        <url>https://heddle.dev</url>
        <licenses><license/></licenses>
        <developers><developer/></developers>
        <scm some="attribute"><url/></scm>
      </project>
      """;

  @TempDir private Path folder;

  private Path module(String name, String... kinds) throws IOException {
    Path target = Files.createDirectories(folder.resolve(name).resolve("target"));
    Files.writeString(target.resolve("published-pom.xml"), POM.formatted(name));
    for (String kind : kinds) {
      Files.writeString(target.resolve(name + "-1" + kind), kind);
    }
    Files.writeString(target.resolve("cyclonedx.json"), "{}");
    Files.writeString(target.resolve("cyclonedx.xml"), "<bom/>");
    return target;
  }

  private Path publish() throws IOException {
    Path repository = folder.resolve("repository");
    Publication.main(new String[] {folder.toString(), repository.toString()});
    return repository;
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new TreeSet<>(files.map(file -> file.getFileName().toString()).toList());
    }
  }

  @Test
  void eachModuleHasItsFilesWithChecksumsAndSignatures() throws IOException {
    module("one", ".jar", "-sources.jar", "-javadoc.jar", ".jar.asc");
    module("two", ".jar", "-sources.jar");
    Files.createDirectories(folder.resolve("not-published/target"));
    Path repository = publish();
    assertThat(names(repository.resolve("dev/heddle"))).containsExactly("one", "two");
    Path one = repository.resolve("dev/heddle/one/1");
    assertThat(one.resolve("one-1.jar")).hasContent(".jar");
    assertThat(one.resolve("one-1.jar.sha1"))
        .hasContent("666c1e1b41f44db5ff5e76c192e46f643a5e67af"); // of ".jar"
    for (String kind : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.xml")) {
      assertThat(names(one))
          .contains("one-1" + kind)
          .contains("one-1" + kind + ".md5", "one-1" + kind + ".sha512");
    }
    assertThat(names(one)).contains("one-1.jar.asc").doesNotContain("one-1.pom.asc");
    assertThat(names(repository.resolve("dev/heddle/two/1"))).contains("two-1-javadoc.jar");
  }

  @Test
  void whatARepositoryWouldRefuseIsAnError() throws IOException {
    Path target = module("one", ".jar", "-sources.jar");
    Files.createDirectories(target.resolve("classes/dev"));
    assertThatThrownBy(this::publish).hasMessageContaining("one-1-javadoc.jar is missing");
    Path pom = target.resolve("published-pom.xml");
    Files.writeString(pom, POM.formatted("one").replace("<scm some", "<other some"));
    assertThatThrownBy(this::publish).hasMessageContaining("has no <scm>");
  }

  @Test
  void aBuildThatWasNotMadeIsAnError() {
    assertThatThrownBy(this::publish).hasMessageContaining("verify first");
  }
}
