package dev.heddle.bench.planning;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.suite.JoinOrderSuite;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.planner.rules.EstimateNoise;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderBenchmarkTest {
  private static final JoinOrderSuite SUITE = new JoinOrderSuite(6_000);
  private static final int ORDERS = Boolean.getBoolean("heddle.long") ? 30 : 3;
  private static final int STEP = Boolean.getBoolean("heddle.long") ? 1 : 3;

  @TempDir static Path parent;

  @Test
  void chosenOrderIsComparedWithTheFastest() {
    StringWriter text = new StringWriter();
    Path folder = SUITE.ensure(parent, table -> {});
    List<OrderBenchmark.Result> results =
        new OrderBenchmark(new PrintWriter(text))
            .run(new OrderBenchmark.Settings(SUITE, List.of("q2", "q32"), 2, 1, 2), folder);
    assertThat(results).hasSize(2);
    for (OrderBenchmark.Result result : results) {
      assertThat(result.ratio()).as(text.toString()).isGreaterThanOrEqualTo(1);
    }
    assertThat(text.toString()).contains("chosen/best: geometric mean");
  }

  @Test
  void otherOrdersGiveTheSameAnswersByOtherPlans() {
    SessionOptions options = SessionOptions.defaults().withThreads(2);
    int otherPlans = 0;
    try (Session chosen = open(options)) {
      for (int seed = 1; seed <= ORDERS; seed++) {
        try (Session other = open(options.withExcludedRules(Set.of(EstimateNoise.name(seed))))) {
          for (int q = seed % STEP; q < SUITE.questions().size(); q += STEP) {
            String sql = SUITE.questions().get(q).sql();
            assertThat(rows(other, sql))
                .as("seed " + seed + ": " + sql)
                .isEqualTo(rows(chosen, sql));
            boolean isSame = rows(other, "explain " + sql).equals(rows(chosen, "explain " + sql));
            otherPlans += isSame ? 0 : 1;
          }
        }
      }
    }
    assertThat(otherPlans).as("other plans").isGreaterThan(10);
  }

  private static Session open(SessionOptions options) {
    Path folder = SUITE.ensure(parent, table -> {});
    Session session = Heddle.local(options);
    for (String table : SUITE.tables()) {
      session.createView(table, session.read().parquet(SUITE.find(folder, table).toString()));
    }
    return session;
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    session.execute(
        sql, result -> requireNonNull(result.rows()).forEach(row -> rows.add(row.toString())));
    return rows;
  }

  @Test
  void refusesNoOrders() {
    assertThatThrownBy(() -> new OrderBenchmark.Settings(SUITE, List.of(), 0, 1, 2))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot try 0 orders");
  }
}
