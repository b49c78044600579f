package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.findings.FindingKind;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.QueryEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of which steps other than the run take the time, which is found first. */
class StepFindingsTest {

  @TempDir private Path folder;

  private final KeptEvents events = new KeptEvents();

  private Finding first(FindingKind kind) {
    List<Finding> findings = last();
    assertThat(findings).as("findings").isNotEmpty();
    assertThat(findings.getFirst().code()).as("%s", findings).isEqualTo(kind.code());
    return findings.getFirst();
  }

  private boolean isFirst(FindingKind kind) {
    return !last().isEmpty() && last().getFirst().code().equals(kind.code());
  }

  private List<Finding> last() {
    return events.of(QueryEvent.Ended.class).getLast().findings();
  }

  /** A statement that some program has put together: each part asks much of the planner. */
  private static String generated(int parts) {
    return IntStream.range(0, parts)
        .mapToObj(
            i ->
                "select count(*) as n from days a join days b on a.k = b.k join days c on b.v = c.v"
                    + " where a.k + "
                    + i
                    + " > b.k and c.k in (1, 2, "
                    + i
                    + ") and (a.k < 10 or b.v like 'x"
                    + i
                    + "%')")
        .collect(Collectors.joining(" union all ", "select sum(n) from (", ") t"));
  }

  @Test
  void planningThatTakesLongerThanTheWork() {
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      session.addProgressListener(events);
      session.execute(
          "create table days as select range as k, cast(range as varchar) as v from range(3)");
      for (int i = 0; i < 3; i++) { // planning of a process that has just begun is slow anyway
        session.sql("select sum(k) from days where k < " + i).collect().close();
      }
      int parts = 50;
      do { // as many as take long on this machine
        session.sql(generated(parts)).collect().close();
        parts *= 2;
      } while (!isFirst(FindingKind.PLANNING) && parts < 10_000);
      assertThat(first(FindingKind.PLANNING).what()).contains("Planning took", "the run");
    }
  }

  private static DataFrame rows(Session session, int count) {
    Schema schema =
        new Schema(
            List.of(
                new Field("id", DataType.INT64, false), new Field("text", DataType.STRING, false)));
    List<Object[]> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(new Object[] {(long) i, "text " + Long.toString(i * 7_919L, 36).repeat(20)});
    }
    return session.from(schema, rows);
  }

  @Test
  void rowsOfMemoryThatAreSentForSmallWork() throws Exception {
    try (ThreadCluster cluster = new ThreadCluster(folder, 1, 2);
        Session session = cluster.open(SessionOptions.defaults())) {
      session.addProgressListener(events);
      int count = 1_000; // of which the first are no work, so that the process is warm
      do { // as many as take long on this machine
        rows(session, count).limit(10).collect().close();
        count *= 2;
      } while (last().isEmpty() && count < 5_000_000);
      assertThat(first(FindingKind.SUBMISSION).what()).contains("rows of memory", "MiB, took");
    }
  }

  @Test
  void aResultThatIsLarge() throws Exception {
    try (ThreadCluster cluster = new ThreadCluster(folder, 1, 2);
        Session session = cluster.open(SessionOptions.defaults())) {
      session.addProgressListener(events);
      SlowReader.read(session.sql("select range as id, 'text ' || range as t from range(400000)"));
      assertThat(first(FindingKind.CLIENT_BOUND).what()).contains("400,000 rows");
    }
  }
}
