package dev.heddle.planner.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.StatisticsTable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyRangesTest {
  private static final long ROWS = 4_000_000;

  private final Queries queries =
      new Queries(
          Map.of(
              "items", table("items", 4 * ROWS).inOrder("id", 1, ROWS, 12),
              "heads", table("heads", ROWS).inOrder("id", 1, ROWS, 4),
              "loose", table("loose", 3 * ROWS),
              "coarse", table("coarse", ROWS).inOrder("id", 1, ROWS, 1)));

  private static StatisticsTable table(String name, long rows) {
    return new StatisticsTable(name, rows)
        .whole("id", DataType.INT64, 1, ROWS, ROWS)
        .whole("other", DataType.INT64, 1, ROWS, ROWS)
        .text("note", 1000, 30);
  }

  private String plan(String sql) {
    PlannerSettings settings =
        new PlannerSettings(4, PlannerSettings.Level.OPTIMIZED, PartitionedInputs.LARGE);
    return queries.plan(sql, settings).physicalText();
  }

  @Test
  void tablesInTheOrderOfTheirKeyMeetWhereTheyAreRead() {
    assertThat(plan("select i.note, h.note from items i join heads h on i.id = h.id"))
        .contains("items by ranges of id", "heads by ranges of id")
        .doesNotContain("Exchange by hash")
        .doesNotContain("Exchange to all");
  }

  @Test
  void groupsOfAKeyAreWholeWhereItsRangesAreRead() {
    assertThat(plan("select id, sum(other) from items group by id"))
        .contains("items by ranges of id")
        .doesNotContain("PARTIAL");
    assertThat(plan("select other, sum(id) from items group by other"))
        .doesNotContain("by ranges")
        .contains("PARTIAL");
  }

  @Test
  void whatJoinsKeepStaysInItsRange() {
    assertThat(
            plan(
                "select i.id, count(*) from items i left join heads h on i.id = h.id and h.note >"
                    + " i.note group by i.id"))
        .doesNotContain("Exchange by hash")
        .doesNotContain("PARTIAL");
    assertThat(
            plan(
                "select h.id, count(*) from items i full join heads h on i.id = h.id group by"
                    + " h.id"))
        .contains("FULL", "Exchange by hash of");
  }

  @Test
  void otherKeysAndTablesWithoutAnOrderAreSent() {
    assertThat(plan("select i.note, l.note from items i join loose l on i.id = l.id"))
        .contains("Exchange by hash of id")
        .doesNotContain("by ranges");
    assertThat(plan("select i.note, h.note from items i join heads h on i.other = h.id"))
        .contains("Exchange to all")
        .doesNotContain("by ranges");
    assertThat(plan("select i.note, c.note from items i join coarse c on i.id = c.id"))
        .doesNotContain("by ranges");
  }

  @Test
  void nullsAnywhereDecideNotIn() {
    assertThat(plan("select count(*) from heads where id not in (select id from items)"))
        .containsPattern("(?s)LEFT_ANTI_NULL_AWARE.*Exchange to all");
  }
}
