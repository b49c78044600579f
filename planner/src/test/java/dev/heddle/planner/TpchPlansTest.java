package dev.heddle.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TpchPlansTest {
  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
  void planIsAsKept(int query) {
    assertThat(TpchPlans.plan(query))
        .as("plan of query %s; run TpchPlans to accept it", query)
        .isEqualTo(TpchPlans.read(TpchPlans.kept(query)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void everyQueryCanBeCutIntoPartitions(int partitions) {
    Queries queries = new Queries(TpchTables.scaleOne());
    for (int query = 1; query <= TpchPlans.QUERIES; query++) {
      PlannerSettings settings = new PlannerSettings(partitions, PlannerSettings.Level.OPTIMIZED);
      assertThat(queries.plan(TpchPlans.sql(query), settings).physicalText())
          .as("query %s in %s partitions", query, partitions)
          .contains("Exchange to ");
    }
  }

  @Test
  void everyQueryCanBePlannedAsWritten() {
    Queries queries = new Queries(TpchTables.scaleOne());
    for (int query = 1; query <= TpchPlans.QUERIES; query++) {
      PlannerSettings settings = new PlannerSettings(1, PlannerSettings.Level.PLAIN);
      assertThat(queries.plan(TpchPlans.sql(query), settings).physicalText())
          .as("query %s as written", query)
          .contains("Scan");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void printsHowLongWarmPlanningTakes() {
    Queries queries = new Queries(TpchTables.scaleOne());
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    StringBuilder report = new StringBuilder("Warm planning, ms of processor time:");
    for (int round = 0; round < 8; round++) {
      for (int query = 1; query <= TpchPlans.QUERIES; query++) {
        long start = threads.getCurrentThreadCpuTime();
        PlannedQuery planned = queries.plan(TpchPlans.sql(query), PlannerSettings.DEFAULT);
        double millis = (threads.getCurrentThreadCpuTime() - start) / 1e6;
        assertThat(planned.phases()).as("phases of query %s", query).isNotEmpty();
        if (round == 7) {
          report.append(String.format(Locale.ROOT, " q%d %.1f", query, millis));
        }
      }
    }
    System.out.println(report);
  }
}
