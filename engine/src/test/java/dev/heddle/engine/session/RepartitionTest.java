package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.worker.LocalStageRunner;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.JoinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames whose parts are chosen have the same rows, in as many tasks as are asked for. */
class RepartitionTest {
  private static final int SEEDS = Integer.getInteger("heddle.range.seeds", 2) * 10;
  private static final int ROWS = 10_000;

  record Item(long id, int k, String name) {}

  /** Keeps the stages of the last job. */
  private static final class Watching implements StageRunner {
    private final StageRunner runner = new LocalStageRunner(2);
    private List<StageTemplate> stages = List.of();

    @Override
    public void run(JobId job, StageGraph graph, JobContext context) {
      stages = graph.stages();
      runner.run(job, graph, context);
    }

    @Override
    public void prepare(UserFunction function) {}

    @Override
    public boolean isInProcess() {
      return true;
    }

    @Override
    public int slots() {
      return 1;
    }

    @Override
    public void close() {
      runner.close();
    }

    List<Integer> tasks() {
      return stages.stream().map(StageTemplate::tasks).toList();
    }
  }

  private Watching runner; // of the session that was opened last

  private Session open(int partitions) {
    SessionOptions options = SessionOptions.defaults().withThreads(2).withPartitions(partitions);
    runner = new Watching();
    return new Session(new SessionEngine(options, runner), options);
  }

  private static DataFrame items(Session session) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      items.add(new Item(i, i * 31 % 97, i % 7 == 0 ? null : "name " + i % 50));
    }
    return session.from(items);
  }

  private static List<String> rows(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }

  @Test
  void thereAreAsManyTasksAsAreAskedFor() {
    try (Session session = open(3)) {
      DataFrame items = items(session);
      List<String> all = sorted(rows(items));
      for (DataFrame frame :
          List.of(
              items.repartition(5),
              items.repartition(5, "k"),
              items.repartition(5, col("k").plus(1), col("name")),
              items.repartitionByRange(5, "name", "k"),
              items.repartitionByRange(5, col("k").descending()),
              items.repartition(9).coalesce(5))) {
        assertThat(sorted(rows(frame))).isEqualTo(all);
        assertThat(runner.tasks()).contains(5);
        rows(frame.filter(col("k").gt(5)).withColumn("one", lit(1)));
        assertThat(runner.tasks()).contains(5);
      }
      rows(items.repartition(7).coalesce(9));
      assertThat(runner.tasks()).contains(7).doesNotContain(9);
      rows(items.coalesce(2));
      assertThat(runner.tasks()).contains(3, 2);
      assertThat(sorted(rows(items.repartition(1)))).isEqualTo(all);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinKind.class,
      names = {"INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"})
  void aBroadcastSideIsSentToTheTasksOfTheOther(JoinKind kind) {
    try (Session session = open(3)) {
      DataFrame items = items(session);
      DataFrame others =
          items
              .filter(col("id").gt(ROWS / 3))
              .select(col("id").plus(5).named("id"), col("k").named("k2"));
      List<String> expected = sorted(rows(items.join(others, kind, "id")));
      assertThat(expected).isNotEmpty();
      DataFrame right = items.join(others.broadcast().filter(col("k2").gtEq(0)), kind, "id");
      DataFrame left = items.broadcast().join(others, kind, "id");
      assertThat(sorted(rows(right))).isEqualTo(expected);
      assertThat(sorted(rows(left))).isEqualTo(expected);
      assertThat(sorted(rows(items.broadcast().join(others.broadcast(), kind, "id"))))
          .isEqualTo(expected);
      boolean keepsLeft = kind != JoinKind.RIGHT && kind != JoinKind.FULL;
      assertThat(stages(right).contains("broadcast")).isEqualTo(keepsLeft);
      boolean keepsRight = kind == JoinKind.INNER || kind == JoinKind.RIGHT;
      if (keepsRight) {
        assertThat(stages(left)).contains("broadcast");
      }
    }
  }

  private static String stages(DataFrame frame) {
    return frame.explain().toLowerCase(Locale.ROOT);
  }

  @Test
  void broadcastRowsAreCountedOnce() {
    try (Session session = open(3)) {
      DataFrame items = items(session);
      assertThat(items.broadcast().toString()).contains("Broadcast\n");
      assertThat(items.broadcast().count()).isEqualTo(ROWS);
      assertThat(sorted(rows(items.broadcast()))).isEqualTo(sorted(rows(items)));
      assertThat(sorted(rows(items.broadcast().groupBy("k").count())))
          .isEqualTo(sorted(rows(items.groupBy("k").count())));
      assertThat(items.broadcast().union(items).count()).isEqualTo(2L * ROWS);
      assertThat(items.broadcast().repartition(5, "k").count()).isEqualTo(ROWS);
      assertThat(rows(items.broadcast().sort("k", "id"))).isEqualTo(rows(items.sort("k", "id")));
    }
    try (Session session = open(1)) {
      assertThat(items(session).broadcast().explain()).doesNotContain("Exchange");
    }
  }

  @Test
  void aSortedFrameStaysSortedInFewerParts() {
    try (Session session = open(5)) {
      DataFrame sorted = items(session).sort("k", "id");
      List<String> wanted = rows(sorted);
      assertThat(rows(sorted.coalesce(2))).isEqualTo(wanted);
      assertThat(runner.tasks()).contains(5, 2);
      assertThat(rows(sorted.coalesce(1))).isEqualTo(wanted);
    }
  }

  @Test
  void rowsAreSortedWithinTheirRanges() {
    try (Session session = open(3)) {
      DataFrame items = items(session);
      DataFrame frame =
          items
              .repartitionByRange(4, "k")
              .sortWithinPartitions(col("k").ascending(), col("id").ascending());
      assertThat(rows(frame)).isEqualTo(rows(items.sort("k", "id")));
      assertThat(frame.explain())
          .contains("Exchange by ranges to 4")
          .contains("Sort by k, id")
          .contains("RangePart of 4 by k");
    }
  }

  @Test
  void withoutTasksThereIsOnePart() {
    try (Session session = open(1)) {
      DataFrame items = items(session);
      assertThat(items.repartition(4).explain()).doesNotContain("Exchange");
      assertThat(rows(items.repartition(4, "k"))).isEqualTo(rows(items));
      assertThat(rows(items.sortWithinPartitions("k", "id")))
          .isEqualTo(rows(items.sort("k", "id")));
    }
  }

  @Test
  void numbersAndKeysThatDoNotFitAreRefusedAtOnce() {
    try (Session session = open(1)) {
      DataFrame items = items(session);
      for (int count : List.of(0, -3, Integer.MIN_VALUE, Integer.MAX_VALUE, 100_001)) {
        assertThatThrownBy(() -> items.repartition(count))
            .isInstanceOf(AnalysisException.class)
            .hasMessage(
                "Cannot repartition into " + count + " partitions: give a number from 1 to 100000");
        assertThatThrownBy(() -> items.coalesce(count))
            .isInstanceOf(AnalysisException.class)
            .hasMessageStartingWith("Cannot coalesce into " + count);
      }
      assertThatThrownBy(() -> items.repartition(3, "nosuch"))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("nosuch");
      assertThatThrownBy(() -> items.repartitionByRange(3, new String[0]))
          .isInstanceOf(AnalysisException.class)
          .hasMessage("Cannot repartition by range: no key is given");
      assertThatThrownBy(() -> items.repartition(3, sum("k")))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("Cannot repartition");
      assertThatThrownBy(() -> items.sortWithinPartitions((String[]) null))
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("columns is null");
    }
  }

  private static DataFrame parted(DataFrame frame, Random random) {
    int parts = 1 + random.nextInt(6);
    return switch (random.nextInt(7)) {
      case 0 -> frame.repartition(parts);
      case 1 -> frame.repartition(parts, "k");
      case 2 -> frame.repartition(parts, "name", "k");
      case 3 -> frame.repartitionByRange(parts, col("name").descending(), col("k").ascending());
      case 4 -> frame.coalesce(parts);
      case 5 -> frame.broadcast();
      default -> frame.sortWithinPartitions("name");
    };
  }

  private static DataFrame step(DataFrame frame, DataFrame items, Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> frame.filter(col("k").gt(random.nextInt(90)));
      case 1 -> frame.select(col("id").plus(1).named("id"), col("k"), col("name"));
      case 2 -> frame.sort("k", "name", "id");
      case 3 -> frame.union(items.filter(col("k").lt(3)));
      case 4 -> items.filter(col("k").lt(3)).union(frame);
      case 5 ->
          frame.join(
              items.groupBy("k").agg(count().named("n")).filter(col("k").lt(60)).select("k"), "k");
      case 6 -> frame.groupBy("k", "name").agg(sum("id").named("id")).select("id", "k", "name");
      case 7 -> frame.distinct();
      default -> frame.sort("id", "k", "name").limit(200);
    };
  }

  @Test
  void whateverPartsAreChosenRowsAreTheSame() {
    try (Session whole = open(1)) {
      DataFrame wholeItems = items(whole);
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        int partitions = 2 + random.nextInt(4);
        try (Session session = open(partitions)) {
          DataFrame items = items(session);
          DataFrame frame = items;
          DataFrame plain = wholeItems;
          for (int i = 2 + random.nextInt(4); i > 0; i--) {
            frame = parted(frame, random);
            long each = random.nextLong();
            UnaryOperator<Random> same = _ -> new Random(each);
            frame = step(frame, items, same.apply(random));
            plain = step(plain, wholeItems, same.apply(random));
          }
          frame = parted(frame, random);
          assertThat(sorted(rows(frame)))
              .as("seed %d: %s", seed, frame.explain())
              .isEqualTo(sorted(rows(plain)));
        }
      }
    }
  }
}
