package dev.heddle.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.consumer.ConsumerProjects.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Depends on what is published as the guide says, gets the libraries that the tests ran with, and
 * runs the guide's program.
 */
@Tag("process")
class ConsumerTest {
  /** Libraries of the tests, and the loggers that they run with. */
  private static final Pattern TEST_ONLY =
      Pattern.compile(
          "org\\.junit\\..*|org\\.opentest4j:.*|org\\.assertj:.*|net\\.bytebuddy:.*"
              + "|org\\.apache\\.maven\\.surefire:.*|org\\.slf4j:slf4j-nop");

  private static final String WITHOUT_BOM =
      """
      <dependencies>
        <dependency>
          <groupId>dev.heddle</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
        </dependency>
      </dependencies>
      """;

  private static final List<String> MODULES =
      List.of(
          "heddle",
          "heddle-s3",
          "heddle-server",
          "heddle-flight",
          "heddle-jdbc",
          "heddle-jdbc-remote",
          "heddle-spark");

  @TempDir private static Path folder;

  private static String guide;
  private static ConsumerProjects projects;

  @BeforeAll
  static void resolve() throws Exception {
    guide = Files.readString(Path.of("..", "docs", "guide", "java.md"));
    String pom = block("xml");
    Map<String, String> poms = new LinkedHashMap<>();
    poms.put("guide", pom);
    poms.put(
        "all-modules",
        pom.replaceFirst(
            "(?s)(<dependency>\\s*<groupId>dev.heddle</groupId>\\s*<artifactId>)heddle(</artifactId>\\s*</dependency>)",
            "$1heddle-spark$2\n"
                + "$1heddle-flight$2\n"
                + "$1heddle-jdbc$2\n"
                + "$1heddle-jdbc-remote$2\n"
                + "$1heddle-server$2\n"
                + "$1heddle-s3$2\n"
                + "$1heddle$2"));
    String version = System.getProperty("heddle.version");
    MODULES.forEach(name -> poms.put("only-" + name, WITHOUT_BOM.formatted(name, version)));
    projects = new ConsumerProjects(folder.toRealPath(), poms);
  }

  @Test
  void theProgramOfTheGuideIsSilentWithTheFlagsOfTheGuide() throws Exception {
    List<String> flags = flags();
    assertThat(flags).hasSize(2);
    Outcome silent = run(flags);
    assertThat(silent.exitCode()).as(silent.err()).isZero();
    assertThat(silent.out()).contains("customer", "Ada", "25.0", "Grace");
    assertThat(silent.err()).isEmpty();
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void withoutFlagsOnlyTheJvmWarns() throws Exception {
    Outcome plain = run(List.of());
    assertThat(plain.exitCode()).as(plain.err()).isZero();
    assertThat(plain.out()).contains("customer", "Ada", "25.0", "Grace");
    assertThat(plain.err().lines())
        .isNotEmpty()
        .allMatch(line -> line.isEmpty() || line.startsWith("WARNING: "));
  }

  private static Outcome run(List<String> flags) throws Exception {
    return projects.compileAndRun("FirstQuery", block("java"), projects.classPath("guide"), flags);
  }

  @Test
  void aConsumerGetsTheVersionsThatWereTested() throws Exception {
    assertThat(projects.versions("all-modules")).isEqualTo(tested());
    assertThat(projects.versions("guide"))
        .containsKeys("dev.heddle:heddle", "org.apache.arrow:arrow-memory-unsafe");
    assertThat(tested()).containsAllEntriesOf(projects.versions("guide"));
  }

  @Test
  void soItDoesWithoutTheBom() throws Exception {
    Map<String, String> together = new TreeMap<>();
    for (String module : MODULES) {
      together.putAll(projects.versions("only-" + module));
    }
    assertThat(together).isEqualTo(tested());
    assertThat(projects.versions("only-heddle")).isEqualTo(projects.versions("guide"));
  }

  /** The versions on the class path of this test, by group and name. */
  private static Map<String, String> tested() throws IOException {
    Path repository = Path.of(System.getProperty("heddle.local.repository")).toRealPath();
    Map<String, String> versions = new TreeMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (path.getFileName().toString().startsWith("heddle")) { // the jar of another module
        String name = path.getFileName().toString();
        String version = System.getProperty("heddle.version");
        versions.put(
            "dev.heddle:" + name.substring(0, name.length() - version.length() - 5), version);
      } else if (path.toRealPath().startsWith(repository)) {
        ConsumerProjects.put(versions, repository.relativize(path.toRealPath()));
      }
    }
    versions.keySet().removeIf(name -> TEST_ONLY.matcher(name).matches());
    assertThat(versions).hasSizeGreaterThan(90);
    return versions;
  }

  /** The flags of the guide's command line. */
  private static List<String> flags() {
    List<String> flags = new ArrayList<>();
    for (String word : block("sh").split("\\s+")) {
      if (word.startsWith("--")) {
        flags.add(word);
      }
    }
    return flags;
  }

  /** The guide's first block in a language. */
  private static String block(String language) {
    Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(guide);
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}
