package dev.heddle.engine.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.planner.program.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Applies one rule or phase of the optimizer to the plan of a query, alone or behind the rules that
 * make a plan for it. The checkers of plans run after it, as they do in every query, and its plan
 * has the rows of the plan as it was.
 */
final class RuleTester implements AutoCloseable {
  private static final Set<String> RULE_PHASES = Set.of("simplify", "push");

  private final Session none;
  private final Session alone;

  /**
   * Opens a session with the rules that go ahead, and one with the rule too.
   *
   * @param ahead what makes the plan to which the rule applies
   * @param rule the rule or phase
   * @param open makes a session with the tables of queries
   */
  RuleTester(
      SessionOptions options,
      List<String> ahead,
      String rule,
      Function<SessionOptions, Session> open) {
    Set<String> others = new HashSet<>(Program.names());
    RULE_PHASES.forEach(others::remove);
    ahead.forEach(others::remove);
    this.none = open.apply(options.withExcludedRules(others));
    others.remove(rule);
    this.alone = open.apply(options.withExcludedRules(others));
  }

  /** Returns what a query's plan becomes, which is checked to be another one with the same rows. */
  String plan(String query) {
    String before = optimized(none, query);
    String after = optimized(alone, query);
    assertThat(after).as(query).isNotEqualTo(before);
    assertThat(rows(alone, query)).as(query).isEqualTo(rows(none, query));
    return after;
  }

  /** Checks what the plan of a query becomes. */
  void becomes(String query, String plan) {
    assertThat(plan(query)).as(query).isEqualTo(plan);
  }

  /** Checks that the plan of a query stays as it is. */
  void doesNotFire(String query) {
    assertThat(optimized(alone, query)).as(query).isEqualTo(optimized(none, query));
  }

  /** Returns the plan without estimates. */
  private static String optimized(Session session, String query) {
    String text = session.sql(query).explain(ExplainMode.OPTIMIZED);
    return text.replaceAll("  \\(~[^)\n]*\\)", "").strip();
  }

  /** Returns the rows of a query as texts, sorted. */
  static List<String> rows(Session session, String query) {
    List<String> texts = new ArrayList<>();
    try (QueryResult result = session.sql(query).collect()) {
      for (Row row : result) {
        texts.add(
            IntStream.range(0, row.schema().size())
                .mapToObj(i -> String.valueOf(row.value(i)))
                .collect(Collectors.joining(" | ")));
      }
    }
    Collections.sort(texts);
    return texts;
  }

  @Override
  public void close() {
    alone.close();
    none.close();
  }
}
