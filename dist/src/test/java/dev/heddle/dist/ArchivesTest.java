package dev.heddle.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the archives as somebody who has nothing else. */
@Tag("process")
class ArchivesTest {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final long MEGABYTE = 1_000_000;

  private static final String ONE =
      """
      +---+
      | 1 |
      +---+
      | 1 |
      +---+
      1 row
      """;

  @TempDir private Path folder;

  private record Outcome(int exit, String out, String err) {}

  @BeforeEach
  void makeHome() throws IOException {
    Files.createDirectory(folder.resolve("home"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void archivesAreSmall() throws IOException {
    assertThat(Files.size(archive("SNAPSHOT.tar.gz"))).isLessThan(85 * MEGABYTE);
    assertThat(Files.size(archive("SNAPSHOT.zip"))).isLessThan(85 * MEGABYTE);
    assertThat(Files.size(archive("-core.tar.gz"))).isLessThan(60 * MEGABYTE);
    assertThat(Files.size(archive("-core.zip"))).isLessThan(60 * MEGABYTE);
    assertThat(Files.size(platform())).isLessThan(140 * MEGABYTE);
  }

  @Test
  void bothFormsHoldTheSameFiles() throws Exception {
    Set<String> zipped = new TreeSet<>();
    try (ZipFile zip = new ZipFile(archive("SNAPSHOT.zip").toFile())) {
      zip.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .forEach(zipped::add);
    }
    Path home = unpack(archive("SNAPSHOT.tar.gz"));
    Set<String> unpacked = new TreeSet<>();
    try (Stream<Path> files = Files.walk(home)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> unpacked.add(home.getParent().relativize(file).toString()));
    }
    assertThat(unpacked).isEqualTo(zipped);
    assertThat(zipped.stream().map(name -> name.substring(name.indexOf('/') + 1)))
        .contains("bin/heddle", "bin/heddle.cmd", "LICENSE", "NOTICE", "README.md", "build-id")
        .contains("share/completions/heddle.bash", "share/man/man1/heddle-sql.1")
        .noneMatch(name -> name.contains("duckdb") || name.contains("jmh"));
  }

  @Test
  void aPortableInstallationRunsOnAnyJava25() throws Exception {
    Path home = unpack(archive("SNAPSHOT.tar.gz"));
    Map<String, String> java = Map.of("HEDDLE_JAVA_HOME", System.getProperty("java.home"));
    Outcome first = heddle(home, java, "sql", "select 1");
    assertThat(first.out()).isEqualTo(ONE);
    assertThat(first.err()).isEqualTo("heddle: preparing fast starts (once for each build) ...\n");
    assertThat(heddle(home, java, "sql", "select 1")).isEqualTo(new Outcome(0, ONE, ""));
    Outcome demo = heddle(home, java, "demo");
    assertThat(demo.exit()).as(demo.err()).isZero();
    assertThat(heddle(home, java, "flight", "--help").out()).contains("Arrow Flight");
    assertThat(heddle(home, java, "help", "sql").out()).contains("--partition-by");
    assertThat(heddle(home, java, "version").out()).startsWith("heddle 0.1.0");
    Outcome bench = heddle(home, java, "bench", "tpch", "--sf", "0.01");
    assertThat(bench.exit()).isNotZero();
    assertThat(bench.err()).contains("Cannot open DuckDB", "lib-bench").doesNotContain("\tat ");
    Outcome none =
        heddle(home, Map.of("PATH", "/usr/bin:/bin", "HEDDLE_JAVA_HOME", "/nowhere"), "version");
    assertThat(none.err())
        .isEqualTo("heddle: HEDDLE_JAVA_HOME is /nowhere, which is not the home of a JDK 25\n");
  }

  @Test
  void theSmallOneSaysWhatToAdd() throws Exception {
    Path home = unpack(archive("-core.tar.gz"));
    Map<String, String> java =
        Map.of("HEDDLE_JAVA_HOME", System.getProperty("java.home"), "HEDDLE_AOT", "off");
    assertThat(heddle(home, java, "sql", "select 1")).isEqualTo(new Outcome(0, ONE, ""));
    assertThat(heddle(home, java, "sql", "from 's3a://lake/x.parquet'").err())
        .contains("no storage for scheme s3a", "unpack the whole archive");
    Outcome flight = heddle(home, java, "flight");
    assertThat(flight.exit()).isNotZero();
    assertThat(flight.err()).contains("Cannot run heddle flight", "unpack the whole one");
  }

  @Test
  void thePlatformsOwnRunsWithoutJavaWhereverItIs() throws Exception {
    Path moved = Files.move(unpack(platform()), folder.resolve("elsewhere"));
    run(List.of("chmod", "-R", "a-w,a+rX", moved.toString()), Map.of());
    Map<String, String> bare = Map.of("PATH", "/usr/bin:/bin");
    Map<String, String> strict = // without the cache it does not start
        Map.of("PATH", "/usr/bin:/bin", "JDK_JAVA_OPTIONS", "-XX:AOTMode=on");
    assertThat(heddle(moved, strict, "sql", "select 1").out()).isEqualTo(ONE);
    assertThat(heddle(moved, bare, "sql", "select 1")).isEqualTo(new Outcome(0, ONE, ""));
    Outcome demo = heddle(moved, bare, "demo");
    assertThat(demo.exit()).as(demo.err()).isZero();
    Outcome worker = heddle(moved, bare, "worker", "--scheduler", "nowhere");
    assertThat(worker.err()).doesNotContain("preparing");
    assertThat(folder.resolve("home/.cache/heddle/aot")).doesNotExist();
    Map<String, String> warm =
        Map.of("PATH", "/usr/bin:/bin", "XDG_RUNTIME_DIR", folder.resolve("home").toString());
    Outcome started = heddle(moved, warm, "daemon", "start");
    assertThat(started.exit()).as(started.err()).isZero();
    assertThat(heddle(moved, warm, "sql", "select 1")).isEqualTo(new Outcome(0, ONE, ""));
    assertThat(heddle(moved, warm, "daemon", "status").out()).contains("1 answered");
    assertThat(heddle(moved, warm, "daemon", "stop").exit()).isZero();
    run(List.of("chmod", "-R", "u+w", moved.toString()), Map.of());
  }

  @Test
  void anotherUserRunsIt() throws Exception {
    assumeThat(System.getProperty("user.name"))
        .as("only root becomes another user")
        .isEqualTo("root");
    Path home = unpack(platform());
    Path own = Files.createDirectory(folder.resolve("nobody"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> command = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534"));
    command.addAll(List.of("--clear-groups", home.resolve("bin/heddle").toString()));
    command.addAll(List.of("sql", "select 1"));
    Map<String, String> bare = Map.of("PATH", "/usr/bin:/bin", "HOME", own.toString());
    assertThat(run(command, bare)).isEqualTo(new Outcome(0, ONE, ""));
  }

  private static Path archive(String end) throws IOException {
    try (Stream<Path> files = Files.list(TARGET)) {
      return files.filter(file -> file.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  private static Path platform() throws IOException {
    return archive("-" + System.getProperty("os.arch") + ".tar.gz");
  }

  private Path unpack(Path archive) throws Exception {
    Path to = Files.createTempDirectory(folder, "unpacked");
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command = List.of("tar", "-xzf", archive.toString(), "-C", to.toString());
    assertThat(run(command, Map.of()).exit()).isZero();
    try (Stream<Path> inside = Files.list(to)) {
      return inside.findFirst().orElseThrow();
    }
  }

  private Outcome heddle(Path home, Map<String, String> environment, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/heddle").toString()));
    command.addAll(List.of(arguments));
    return run(command, environment);
  }

  private Outcome run(List<String> command, Map<String, String> environment) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("HEDDLE_"));
    builder.environment().remove("JAVA_HOME");
    builder.environment().remove("XDG_CACHE_HOME");
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().putAll(environment);
    int exit = builder.start().waitFor();
    return new Outcome(
        exit,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
