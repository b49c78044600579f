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
import java.util.ArrayList;
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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
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
      Pattern.compile(
          ".*/(?:junit|opentest4j|assertj|byte-buddy|duckdb|surefire|slf4j-nop|slf4j-simple)[^/]*");

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
    assertOnlyTheJvmWarns(outcome);
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void withTheFlagsOfTheGuideNothingIsSaidOnStderr() throws Exception {
    Outcome outcome =
        run(
            readme("java"),
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("customer 3");
    assertThat(outcome.err()).isEmpty();
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
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
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

  @Test
  void arrowFilesAndStreamsAreWrittenReadAndHandedOverWithoutAnyFlag() throws Exception {
    Outcome outcome =
        run(
            """
            try (Session session = Heddle.local()) {
              DataFrame orders = session.read().parquet("orders.parquet");
              orders.write().arrow("orders.arrow");
              orders.write().overwrite().arrow("orders.arrows",
                  new dev.heddle.frame.option.ArrowWriteOptions(true));
              for (String file : new String[] {"orders.arrow", "orders.arrows"}) {
                System.out.println(file + " " + session.read().arrow(file).count());
              }
              var bytes = new java.io.ByteArrayOutputStream();
              dev.heddle.io.ipc.ArrowOutput.writeStream(orders::toArrow, bytes);
              try (var allocator = new org.apache.arrow.memory.RootAllocator();
                  var reader = dev.heddle.io.ipc.ArrowInput.read(
                      new java.io.ByteArrayInputStream(bytes.toByteArray()), allocator)) {
                long rows = 0;
                while (reader.loadNextBatch()) {
                  rows += session.from(reader.getVectorSchemaRoot()).filter(col("price").gt(0)).count();
                }
                System.out.println("handed over " + rows);
              }
            }
            """);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out().lines())
        .containsExactly("orders.arrow 1000", "orders.arrows 1000", "handed over 999");
    assertOnlyTheJvmWarns(outcome);
  }

  private static void assertOnlyTheJvmWarns(Outcome outcome) {
    assertThat(outcome.err().lines())
        .allMatch(line -> line.isEmpty() || line.startsWith("WARNING: "));
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

  private Outcome run(String body, String... flags) throws IOException, InterruptedException {
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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    command.addAll(List.of("-cp", classPath + File.pathSeparator + folder, "FirstHour"));
    Process process =
        new ProcessBuilder(command)
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
