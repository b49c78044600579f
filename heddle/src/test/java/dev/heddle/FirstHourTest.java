package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what a newcomer does: takes the one dependency, pastes the README's lines into a class, and
 * runs it in a JVM that gets no flag at all.
 */
@Tag("process")
class FirstHourTest {
  private static final String PROGRAM =
      """
      import static dev.heddle.frame.expr.Functions.*;
      import dev.heddle.frame.*;

      public class FirstHour {
        public static void main(String[] arguments) throws Exception {
          %s
        }
      }
      """;

  /** Jars of the tests, which a user of the one dependency does not have. */
  private static final Pattern TEST_ONLY =
      Pattern.compile(".*/(?:junit|opentest4j|assertj|byte-buddy|duckdb|surefire)[^/]*");

  private record Outcome(int exitCode, String out, String err) {}

  @TempDir Path folder;

  @BeforeEach
  void writeOrders() throws IOException, SQLException {
    Files.createDirectories(folder.resolve("orders"));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (String file : List.of("orders.parquet", "orders/1.parquet", "orders/2.parquet")) {
        statement.execute(
            """
            copy (
              select i as id, 'customer ' || i %% 7 as customer, (i * 10.5)::decimal(12, 2) as price,
                date '2026-01-01' + (i %% 30)::int as due,
                date '2026-01-01' + (i %% 40)::int as shipped
              from range(1000) t(i)
            ) to '%s' (format parquet)
            """
                .formatted(folder.resolve(file)));
      }
    }
  }

  @Test
  void theLinesOfTheReadmeRunWithoutAnyFlag() throws Exception {
    Outcome outcome = run(readme("java"));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("customer", "price", "orders", "customer 3", "mean");
    assertThat(outcome.err()).doesNotContain("Exception", "Error");
  }

  @Test
  void theSqlOfTheReadmeRuns() throws Exception {
    String query = readme("sql");
    Outcome outcome =
        run(
            "try (Session session = Heddle.local()) { session.sql(\"\"\"\n%s\"\"\").show(); }"
                .formatted(query));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("customer", "worst", "customer 3");
  }

  @Test
  void batchesReachArrowWithoutAnyFlag() throws Exception {
    Outcome outcome =
        run(
            """
            long rows = 0;
            try (Session session = Heddle.local();
                ArrowStream stream = session.read().parquet("orders.parquet").toArrow()) {
              while (stream.next()) {
                rows += stream.root().getRowCount();
              }
            }
            System.out.println("rows " + rows);
            """);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("rows 1000\n");
  }

  /** The README's first block in {@code language}, without its imports. */
  private static String readme(String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```")
            .matcher(Files.readString(Path.of("..", "README.md")));
    assertThat(block.find()).isTrue();
    return block
        .group(1)
        .lines()
        .filter(line -> !line.startsWith("import "))
        .collect(Collectors.joining("\n"));
  }

  private Outcome run(String body) throws IOException, InterruptedException {
    Path source = folder.resolve("FirstHour.java");
    Files.writeString(source, PROGRAM.formatted(body));
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !TEST_ONLY.matcher(entry).matches())
            .filter(entry -> !entry.endsWith("test-classes"))
            .collect(Collectors.joining(File.pathSeparator));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classPath, "-d", folder.toString(), source.toString());
    assertThat(compiled).isZero();

    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath + File.pathSeparator + folder,
                "FirstHour")
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Outcome(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
