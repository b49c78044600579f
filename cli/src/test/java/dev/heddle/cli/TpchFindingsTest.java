package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.engine.session.KeptEvents;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.QueryEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is found wrong with the queries of TPC-H. */
@Tag("process")
@EnabledIfSystemProperty(named = "heddle.long", matches = "true")
class TpchFindingsTest {
  private static final int ROUNDS = 2; // the first of a process is slow for other reasons

  @TempDir private static Path folder;

  private static Map<String, Object> found(Session session) {
    Path data = TpchData.ensure(folder, 1, _ -> {});
    KeptEvents events = new KeptEvents();
    for (String table : TpchData.TABLES) {
      session.execute(
          "create view " + table + " as select * from '" + data.resolve(table + ".parquet") + "'");
    }
    session.addProgressListener(events);
    Map<String, Object> found = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        session.sql(TpchQueries.sql(query)).collect().close();
        QueryEvent.Ended ended = events.of(QueryEvent.Ended.class).getLast();
        if (!ended.findings().isEmpty()) {
          found.put("query " + query + " in round " + round, ended.findings());
        }
      }
    }
    assertThat(events.of(QueryEvent.Ended.class)).hasSize(ROUNDS * TpchQueries.COUNT);
    return found;
  }

  @Test
  void nothingIsWrongInOneProcess() {
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      assertThat(found(session)).isEmpty();
    }
  }

  @Test
  void nothingIsWrongOnACluster() throws Exception {
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, 1L << 30, null, List.of(), List.of());
        Session session = Heddle.local(cluster.options())) {
      assertThat(found(session)).isEmpty();
    }
  }
}
