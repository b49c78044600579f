package dev.heddle.bench.scripts;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptBenchmarkTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  private static Path scripts() throws URISyntaxException {
    return Path.of(requireNonNull(ScriptBenchmarkTest.class.getResource("/scripts")).toURI());
  }

  private String run(String script, boolean isFine) throws IOException, URISyntaxException {
    StringWriter text = new StringWriter();
    Path report = folder.resolve("report.txt");
    ScriptBenchmark.Settings settings =
        new ScriptBenchmark.Settings(scripts(), List.of(script), LIMIT, report);
    assertThat(new ScriptBenchmark(settings, new PrintWriter(text)).run())
        .as(text.toString())
        .isEqualTo(isFine);
    assertThat(Files.readString(report)).contains("Queries refused");
    return text.toString();
  }

  @Test
  void aScriptOfAllFormsIsAnsweredAlike() throws IOException, URISyntaxException {
    assertThat(run("some/all.test", true))
        .contains("14 of 14 queries that DuckDB answers taken (100.0 %), in 1 files")
        .contains("14 equal")
        .contains("0 statements taken that DuckDB refuses");
  }

  @Test
  void aLastingDatabaseIsThereAfterARestart() throws IOException, URISyntaxException {
    assertThat(run("some/lasting.test", true)).contains("3 of 3 queries", "3 equal");
  }

  @Test
  void otherRowsAndRefusalsAreCountedByWhatTheyComeFrom() throws IOException, URISyntaxException {
    assertThat(run("some/other.test", false))
        .contains("3 of 4 queries that DuckDB answers taken (75.0 %), in 1 files")
        .contains("1 wrong\n")
        .contains("1 other rows, behind a statement that one of both refused")
        .contains("1 other rows each time")
        .contains("1 refused")
        .contains("1 of 2 other statements taken")
        .contains("1 statements taken that DuckDB refuses")
        .contains("1 no table function \"duckdb_extensions\"");
    assertThat(Files.readString(folder.resolve("report.txt")))
        .contains("other.test:4 wrong\nselect count_if(null::boolean)\n-- DuckDB: 1 rows\n");
  }

  @Test
  void otherRowsThatTheGuideExplainsAreCountedApart() throws IOException, URISyntaxException {
    assertThat(run("some/documented.test", false))
        .contains("19 of 19 queries that DuckDB answers taken (100.0 %), in 1 files")
        .contains("2 equal")
        .contains("5 wrong\n")
        .contains("12 other rows, by a difference that the guide has\n");
    assertThat(Files.readString(folder.resolve("report.txt")))
        .contains(":1 other rows, by a difference that the guide has\nselect hash('a')")
        .contains(":22 wrong\nselect current_database(), count_if(null::boolean)\n")
        .contains(":28 wrong\n")
        .contains(":34 wrong\n")
        .contains(":40 wrong\n")
        .contains(":49 wrong\n");
  }

  @Test
  void differencesOfWrittenFilesAndOfPlacesAreThoseOfTheGuide()
      throws IOException, URISyntaxException {
    assertThat(run("some/layout.test", false))
        .contains("12 of 12 queries that DuckDB answers taken (100.0 %), in 1 files")
        .contains("1 equal")
        .contains("3 wrong\n")
        .contains("8 other rows, by a difference that the guide has\n");
    assertThat(Files.readString(folder.resolve("report.txt")))
        .contains(":10 wrong\n", ":25 wrong\n", ":28 wrong\n");
  }

  @Test
  void rowsThatTheScriptExpectsAndDuckDbDoesNotGiveAreCountedApart()
      throws IOException, URISyntaxException {
    assertThat(run("some/unscripted.test", false))
        .contains("5 of 5 queries that DuckDB answers taken (100.0 %), in 1 files")
        .contains("2 other rows, where DuckDB differs from its script\n")
        .contains("3 wrong\n");
    assertThat(Files.readString(folder.resolve("report.txt")))
        .contains(":6 wrong\n", ":17 wrong\n", ":23 wrong\n");
  }

  @Test
  void scriptsOfAllFoldersAreReportedByFolder() {
    StringWriter text = new StringWriter();
    ScriptBenchmark.Settings settings =
        new ScriptBenchmark.Settings(folder, List.of(), LIMIT, null);
    for (String name : List.of("a/b/one.test", "a/two.test", "three.test")) {
      write(name, "query I\nselect 1\n");
    }
    assertThat(new ScriptBenchmark(settings, new PrintWriter(text)).run()).isTrue();
    assertThat(text.toString().lines().limit(2).map(line -> line.replaceAll(" +", " ")))
        .containsExactly("a 2 queries", " 1 queries");
  }

  private void write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(requireNonNull(file.getParent()));
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aScriptThatRequiresWhatIsMissingIsLeft() throws IOException, URISyntaxException {
    assertThat(run("left.test", true)).contains("0 of 0 queries", "1 require such_extension");
  }

  @Test
  void aFolderThatIsMissingIsAnError() throws URISyntaxException {
    Path scripts = scripts();
    assertThatThrownBy(() -> new ScriptBenchmark.Settings(scripts, List.of("none"), LIMIT, null))
        .isInstanceOf(HeddleException.class)
        .hasMessageStartingWith("Cannot find scripts in ");
  }
}
