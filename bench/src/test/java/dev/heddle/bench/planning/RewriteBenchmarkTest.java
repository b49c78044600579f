package dev.heddle.bench.planning;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.planning.RewriteEffect.Outcome;
import dev.heddle.bench.suite.Question;
import dev.heddle.bench.suite.RewritesSuite;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.program.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RewriteBenchmarkTest {
  private static final RewritesSuite SUITE = new RewritesSuite(100_000);

  /** What they do, other rules do in a time that grows faster with the query. */
  private static final Set<String> FOR_PLANNING = Set.of("condense", "ManyInequalities");

  @TempDir static Path parent;

  private static Path folder() {
    return SUITE.ensure(parent, table -> {});
  }

  @Test
  void everyRewriteHasAQuestionWhosePlanItChanges() {
    RewritePlanner planner = new RewritePlanner(PlannedTables.of(SUITE, folder()));
    List<String> names = new ArrayList<>();
    for (Question question : SUITE.questions()) {
      names.add(question.name());
      if (FOR_PLANNING.contains(question.name())) {
        assertThat(planner.ratio(shorter(question.sql()), question.name(), 3))
            .as(question.name())
            .isGreaterThan(1.5);
      } else {
        assertThat(planner.plan(question.sql(), Set.of(question.name())))
            .as(question.name())
            .isNotEqualTo(planner.plan(question.sql(), Set.of()));
      }
    }
    assertThat(names).containsExactlyInAnyOrderElementsOf(Program.names());
  }

  /** Leaves out conditions beyond the first, of which hundreds take a minute to be planned. */
  private static String shorter(String sql) {
    List<String> conditions = List.of(sql.split(" and "));
    return String.join(" and ", conditions.subList(0, Math.min(100, conditions.size())));
  }

  @Test
  void theTableOfTheDocumentHasARowForEachRewrite() throws IOException {
    String document = Files.readString(document());
    String header = new RewriteTable(Map.of()).markdown();
    assertThat(document).contains(header);
    List<String> rows = new ArrayList<>();
    document
        .substring(document.indexOf(header) + header.length())
        .lines()
        .takeWhile(line -> line.startsWith("|"))
        .forEach(line -> rows.add(line.split("\\|")[1].strip()));
    assertThat(rows).containsExactlyElementsOf(Program.names());
  }

  private static Path document() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(requireNonNull(root).resolve("docs/optimizer.md"))) {
      root = root.getParent();
    }
    return root.resolve("docs/optimizer.md");
  }

  @Test
  void rewritesAreMeasuredWhereTheyChangeAPlan() {
    StringWriter text = new StringWriter();
    RewriteBenchmark.Settings settings =
        new RewriteBenchmark.Settings(
            List.of(SUITE),
            List.of("Intersect", "AsOfFilterRule", "push", "condense"),
            List.of("Intersect", "AsOfFilterRule", "condense"),
            1,
            20,
            1);
    RewriteTable table =
        new RewriteBenchmark(new PrintWriter(text)).run(settings, suite -> folder());
    assertThat(questions(table, "Intersect")).containsExactly("Intersect");
    assertThat(questions(table, "push")).containsExactly("AsOfFilterRule");
    assertThat(table.effects().get("condense"))
        .singleElement()
        .matches(effect -> effect.outcome() == Outcome.SAME_PLAN && effect.planning() > 1);
    assertThat(table.effects().get("Intersect").getFirst().ratio()).isGreaterThan(1);
    assertThat(text.toString()).contains("AsOfFilterRule").contains("AsOfFilterRule, push");
  }

  private static List<String> questions(RewriteTable table, String rewrite) {
    return table.effects().get(rewrite).stream().map(RewriteEffect::question).toList();
  }

  @Test
  void aPlanThatTakesMuchLongerIsCutOff() {
    RewriteBenchmark.Settings settings =
        new RewriteBenchmark.Settings(
            List.of(SUITE),
            List.of("ReduceExpressionsRule(Join)"),
            List.of("ReduceExpressionsRule(Join)"),
            1,
            2,
            1);
    RewriteTable table =
        new RewriteBenchmark(new PrintWriter(new StringWriter())).run(settings, suite -> folder());
    RewriteEffect effect = table.effects().get("ReduceExpressionsRule(Join)").getFirst();
    assertThat(effect.ratio()).isGreaterThanOrEqualTo(2);
    assertThat(effect.outcome()).isIn(Outcome.CUT_OFF, Outcome.MEASURED);
  }

  @Test
  void rowsHaveMeansAndTheBestAndTheWorst() {
    Map<String, List<RewriteEffect>> effects = new LinkedHashMap<>();
    effects.put(
        "one",
        List.of(
            new RewriteEffect("tpch", "q1", Outcome.MEASURED, 4, 2),
            new RewriteEffect("rewrites", "one", Outcome.MEASURED, 1, 0.5)));
    effects.put(
        "two",
        List.of(
            new RewriteEffect("tpch", "q2", Outcome.CUT_OFF, 20, 1),
            new RewriteEffect("tpch", "q3", Outcome.FAILED, 0, 1)));
    effects.put("three", List.of(new RewriteEffect("rewrites", "three", Outcome.SAME_PLAN, 1, 3)));
    effects.put("four", List.of());
    assertThat(new RewriteTable(effects).markdown())
        .isEqualTo(
            """
            | without | queries | mean | best | worst | planning |
            |---|---|---|---|---|---|
            | one | 2 | 2.00 | 4.00, tpch q1 | 1.00, its own | 1.00 |
            | two | 2 (1 fail) | > 20 | > 20, tpch q2 |  | 1.00 |
            | three | 0 |  |  |  | 3.00 |
            | four | 0 |  |  |  |  |
            """);
  }

  @Test
  void refusesRewritesThatThereAreNot() {
    assertThatThrownBy(
            () ->
                new RewriteBenchmark.Settings(
                    List.of(SUITE), List.of("join ordre"), List.of(), 1, 20, 1))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot measure rewrite: no rule or phase \"join ordre\"; did you mean \"join"
                + " order\"?");
    assertThatThrownBy(
            () -> new RewriteBenchmark.Settings(List.of(SUITE), List.of(), List.of(), 0, 20, 1))
        .hasMessageContaining("Cannot run questions 0 times");
  }
}
