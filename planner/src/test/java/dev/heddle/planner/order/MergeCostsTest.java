package dev.heddle.planner.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.StatisticsTable;
import dev.heddle.planner.cost.ObservedRows;
import dev.heddle.planner.exchange.PartitionedInputs;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MergeCostsTest {
  private static final String QUERY = "select count(*), sum(a.v) from a join b on ";

  private static StatisticsTable table(String name, long rows, long gap) {
    return new StatisticsTable(name, rows)
        .whole("k", DataType.INT64, 0, rows * gap, (double) rows)
        .whole("v", DataType.INT64, 0, 9, 10)
        .sortedBy(List.of("k", "v"));
  }

  private static String joined(long rows, long gap, PlannerSettings settings) {
    StatisticsTable left = table("a", 2 * rows, gap);
    return new Queries(Map.of("a", left, "b", table("b", rows, gap)))
        .plan(QUERY + "a.k = b.k", settings)
        .physicalText();
  }

  private static String joined(long rows, long gap) {
    return joined(rows, gap, PlannerSettings.DEFAULT);
  }

  private static PlannerSettings settings(Set<String> excluded, long memoryBytes) {
    return new PlannerSettings(
        1,
        PlannerSettings.Level.OPTIMIZED,
        PartitionedInputs.ALL,
        excluded,
        ObservedRows.NONE,
        memoryBytes);
  }

  @Test
  void integersThatAreCloseTogetherAreHashedUpToMillions() {
    assertThat(joined(10_000_000, 2)).contains("HashJoin");
    assertThat(joined(20_000_000, 2)).contains("MergeJoin");
  }

  @Test
  void integersThatAreFarApartAreMerged() {
    assertThat(joined(1_000_000, 100)).contains("MergeJoin");
    assertThat(joined(100_000, 100)).contains("HashJoin");
  }

  @Test
  void textsAreMergedFromMillionsOn() {
    for (long rows : List.of(1_000_000L, 3_000_000L)) {
      Queries texts =
          new Queries(
              Map.of(
                  "a",
                  new StatisticsTable("a", rows * 2)
                      .text("k", (double) rows, 12)
                      .whole("v", DataType.INT64, 0, 9, 10)
                      .sortedBy(List.of("k")),
                  "b",
                  new StatisticsTable("b", rows)
                      .text("k", (double) rows, 12)
                      .sortedBy(List.of("k"))));
      assertThat(texts.plan(QUERY + "a.k = b.k", PlannerSettings.DEFAULT).physicalText())
          .contains(rows > 2_000_000 ? "MergeJoin" : "HashJoin");
    }
  }

  @Test
  void severalKeysAreMerged() {
    Queries queries =
        new Queries(Map.of("a", table("a", 1_000_000, 1), "b", table("b", 1_000_000, 1)));
    assertThat(
            queries.plan(QUERY + "a.k = b.k and a.v = b.v", PlannerSettings.DEFAULT).physicalText())
        .contains(
            "MergeJoin INNER on k = k and v = v in the order of k nulls first, v nulls first");
  }

  @Test
  void leftRowsThatMeetNothingAreSparedByAHashJoin() {
    Queries queries =
        new Queries(Map.of("a", table("a", 30_000_000, 100), "b", table("b", 3_000_000, 1)));
    assertThat(queries.plan(QUERY + "a.k = b.k", PlannerSettings.DEFAULT).physicalText())
        .contains("HashJoin");
  }

  @Test
  void whatWouldSpillIsMerged() {
    assertThat(joined(4_000_000, 1, settings(Set.of(), 192 << 20))).contains("MergeJoin");
    assertThat(joined(4_000_000, 1, settings(Set.of(), 512 << 20))).contains("HashJoin");
  }

  @Test
  void whatIsSortedIsMergedWhateverItCostsIfCostsAreLeftOut() {
    assertThat(joined(1000, 1, settings(Set.of("merge costs"), 1L << 32))).contains("MergeJoin");
    assertThat(joined(1000, 1, settings(Set.of(), 1L << 32))).contains("HashJoin");
  }
}
