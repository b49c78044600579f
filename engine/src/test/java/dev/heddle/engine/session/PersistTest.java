package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that stay in a cluster whose processes are threads of this one. */
class PersistTest {
  private static final int ROWS = 60_000;

  private record Item(long id, int part, String name) {}

  @TempDir private Path folder;

  private ThreadCluster cluster;
  private Session session;
  private Path file;

  @BeforeEach
  void start() throws Exception {
    cluster = new ThreadCluster(folder, 2, 2);
    session = cluster.open(SessionOptions.defaults().withThreads(2).withPartitions(5));
    file = folder.resolve("items.parquet");
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      items.add(new Item(i, i * 31 % 100, "name " + i));
    }
    try (Session local = Heddle.local(SessionOptions.defaults())) {
      local.createView("items", local.from(items));
      local.execute("copy items to '" + file + "' (row_group_size 5000)");
    }
  }

  @AfterEach
  void stop() {
    session.close();
    cluster.close();
  }

  private DataFrame even() {
    return session.read().parquet(file.toString()).filter(col("id").mod(2).eqTo(0));
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

  private static List<String> totals(DataFrame frame) {
    return rows(frame.agg(count(), sum("id"), sum(col("part").times(col("id")))));
  }

  @Test
  void laterQueriesReadTheRowsWhereTheyLie() throws Exception {
    List<String> expected = totals(even());
    DataFrame kept = even().persist();
    assertThat(kept.explain()).contains("persisted from its first use on");
    assertThat(totals(kept)).isEqualTo(expected);
    ClusterStatus status = cluster.await(each -> each.jobs().size() == 1);
    assertThat(status.text()).contains("persisted for other jobs");
    assertThat(kept.explain()).contains("30000 rows in the cluster, in 5 parts");
    Files.delete(file);
    assertThat(totals(kept)).isEqualTo(expected);
    assertThat(rows(kept.filter(col("id").lt(6)).select("name", "id").sort("id")))
        .containsExactly("[name 0, 0]", "[name 2, 2]", "[name 4, 4]");
    assertThat(rows(kept.groupBy("part").agg(count()).sort("part"))).hasSize(50);
    session.createView("kept", kept);
    assertThat(
            rows(
                session.sql(
                    "select count(*), min(a.name) from kept a join kept b on a.id = b.id + 2"
                        + " where a.part < 50")))
        .containsExactly("[14999, name 10]");
    assertThat(kept.explain(ExplainMode.ANALYZE)).contains("persisted");
    kept.unpersist();
    cluster.await(each -> each.jobs().isEmpty());
    assertThatThrownBy(() -> totals(kept))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void sortedRowsComeInTheirOrder() {
    DataFrame sorted = even().select("id", "name").sort(col("id").descending()).persist();
    for (int round = 0; round < 2; round++) {
      List<String> rows = rows(sorted);
      assertThat(rows).hasSize(ROWS / 2);
      for (int i = 0; i < rows.size(); i++) {
        int id = ROWS - 2 - 2 * i;
        assertThat(rows.get(i)).isEqualTo("[" + id + ", name " + id + "]");
      }
    }
    assertThat(sorted.explain()).contains("rows in the cluster");
    assertThat(rows(sorted.limit(1))).containsExactly("[59998, name 59998]");
  }

  @Test
  void keptRowsMayBeMadeOfKeptRowsAndBeFew() throws Exception {
    DataFrame kept = even().persist();
    DataFrame groups = kept.groupBy("part").agg(count().named("n"), sum("id").named("s")).persist();
    assertThat(rows(groups.filter(col("part").eqTo(2)).select("n"))).containsExactly("[600]");
    assertThat(rows(groups.agg(sum("n")))).containsExactly("[30000]");
    DataFrame none = kept.filter(col("id").lt(0)).persist();
    assertThat(rows(none)).isEmpty();
    assertThat(totals(none)).hasSize(1);
    cluster.await(each -> each.jobs().size() == 3);
    session.close();
    cluster.await(each -> each.jobs().isEmpty());
  }

  @Test
  void whatIsLostWithAServerIsComputedAgain() throws Exception {
    DataFrame kept = even().persist();
    List<String> expected = totals(kept);
    cluster.servers.removeFirst().close();
    cluster.await(each -> each.servers().size() == 1);
    assertThat(totals(kept)).isEqualTo(expected);
    cluster.addServer();
    cluster.servers.removeFirst().close();
    assertThat(totals(kept)).isEqualTo(expected);
    assertThat(kept.explain()).contains("30000 rows in the cluster");
  }

  @Test
  void whatIsGoneForGoodIsComputedFromTheStart() throws Exception {
    DataFrame kept = even().persist();
    List<String> expected = totals(kept);
    Path aside = folder.resolve("aside");
    Files.move(file, aside);
    while (!cluster.servers.isEmpty()) {
      cluster.servers.removeLast().close();
    }
    cluster.addServer();
    cluster.await(each -> each.jobs().isEmpty()); // its file is not there
    assertThat(kept.explain()).contains("lost in the cluster");
    assertThatThrownBy(() -> totals(kept))
        .hasMessageContaining(file.toString())
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    Files.move(aside, file);
    assertThat(totals(kept)).isEqualTo(expected);
    assertThat(totals(kept)).isEqualTo(expected);
  }

  @Test
  void aDrainingWorkerKeepsNothingOfThem() throws Exception {
    DataFrame kept = even().groupBy("part").agg(count()).persist();
    List<String> expected = rows(kept.sort("part"));
    cluster.workers.getFirst().drain();
    cluster.await(each -> each.workers().size() == 1);
    assertThat(rows(kept.sort("part"))).isEqualTo(expected);
  }

  @Test
  void sqlKeepsViews() throws Exception {
    session.createView("even", even());
    List<String> said = new ArrayList<>();
    session.execute(
        "persist table even; select count(*) as n from even",
        result -> said.add(result.toString()));
    assertThat(said).hasSize(2);
    cluster.await(each -> each.jobs().size() == 1);
    session.execute("unpersist table even", _ -> {});
    cluster.await(each -> each.jobs().isEmpty());
  }

  @Test
  void withoutAClusterRowsAreHeldInMemory() throws Exception {
    try (Session local = Heddle.local(SessionOptions.defaults())) {
      DataFrame kept = local.read().parquet(file.toString()).persist();
      List<String> expected = totals(kept);
      Files.delete(file);
      assertThat(totals(kept)).isEqualTo(expected);
      assertThat(kept.explain()).contains("in memory");
      kept.unpersist();
      assertThatThrownBy(() -> totals(kept))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining(file.toString());
    }
  }
}
