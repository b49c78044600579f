package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DateText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Queries of the kinds that users of engines have reported, optimised and as written.
 *
 * <p>In {@code reported/queries.sql} each begins with its name; statements before the last one make
 * tables; behind it follow the rows, in any order, or how the error begins.
 */
class ReportedQueriesTest {
  private static final String ROW = "-- row: ";
  private static final String FAILS = "-- fails: ";

  private record Case(String name, String script, List<String> rows, String error) {
    static Case of(String block) {
      List<String> lines = block.lines().toList();
      return new Case(
          lines.getFirst().substring(3),
          lines.stream().filter(l -> !l.startsWith("--")).collect(Collectors.joining("\n")),
          after(lines, ROW),
          after(lines, FAILS).stream().findFirst().orElse(""));
    }

    private static List<String> after(List<String> lines, String mark) {
      return lines.stream()
          .filter(l -> l.startsWith(mark))
          .map(l -> l.substring(mark.length()))
          .toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> optimised() throws IOException {
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    return cases().map(c -> DynamicTest.dynamicTest(c.name, () -> check(c, options)));
  }

  @TestFactory
  Stream<DynamicTest> asWritten() throws IOException {
    SessionOptions options =
        SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withoutOptimizer();
    return cases().map(c -> DynamicTest.dynamicTest(c.name, () -> check(c, options)));
  }

  private static Stream<Case> cases() throws IOException {
    try (InputStream in =
        requireNonNull(ReportedQueriesTest.class.getResourceAsStream("/reported/queries.sql"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<Case> cases = Stream.of(text.split("\n\n")).skip(1).map(Case::of).toList();
      assertThat(cases).hasSizeGreaterThan(40);
      return cases.stream();
    }
  }

  private static void check(Case given, SessionOptions options) {
    try (Session session = Heddle.local(options)) {
      if (!given.error.isEmpty()) {
        assertThatThrownBy(() -> rows(session, given.script))
            .isInstanceOf(HeddleException.class)
            .hasMessageStartingWith(given.error);
      } else {
        assertThat(rows(session, given.script)).containsExactlyInAnyOrderElementsOf(given.rows);
      }
    }
  }

  /** Runs a script and returns the rows of its queries. */
  private static List<String> rows(Session session, String script) {
    List<String> rows = new ArrayList<>();
    session.execute(
        script,
        result -> {
          if (result.rows() != null) {
            addRows(result.rows(), rows);
          }
        });
    return rows;
  }

  private static String text(@Nullable Object value) {
    return value instanceof LocalDate date ? DateText.of(date) : String.valueOf(value);
  }

  private static void addRows(QueryResult result, List<String> rows) {
    for (Row row : result) {
      rows.add(
          IntStream.range(0, row.schema().size())
              .mapToObj(i -> text(row.value(i)))
              .collect(Collectors.joining(" | ")));
    }
  }
}
