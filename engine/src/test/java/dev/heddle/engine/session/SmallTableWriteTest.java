package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.worker.LocalStageRunner;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes of tables too small to be divided, where tasks run elsewhere. */
class SmallTableWriteTest {
  @TempDir private Path folder;

  /** Runs tasks as if their processes were others. */
  private static final class Elsewhere implements StageRunner {
    private final StageRunner runner = new LocalStageRunner(2);

    @Override
    public void run(JobId job, StageGraph graph, JobContext context) {
      runner.run(job, graph, context);
    }

    @Override
    public void prepare(UserFunction function) {}

    @Override
    public boolean isInProcess() {
      return false;
    }

    @Override
    public int slots() {
      return 3;
    }

    @Override
    public void close() {
      runner.close();
    }
  }

  @Test
  void areMadeByOneTask() {
    SessionOptions options = SessionOptions.defaults();
    try (Session session =
        new Session(SessionEngineProvider.over(new Elsewhere(), options), options)) {
      for (int i = 0; i < 4; i++) {
        session.execute(
            "copy (select range as id, range % 5 as k from range(1000)) to '"
                + folder.resolve("in/" + i + ".parquet")
                + "'",
            _ -> {});
      }
      String groups = "select k, count(*) as c from '" + folder.resolve("in") + "' group by k";
      String file = folder.resolve("groups.csv").toString();
      session.execute("copy (" + groups + " order by k) to '" + file + "' (header)", _ -> {});
      assertThat(session.sql("select * from '" + file + "'").collect().toText(10))
          .isEqualTo(session.sql(groups + " order by k").collect().toText(10))
          .contains("| 4 | 800 |");
      String parts = folder.resolve("groups").toString();
      session.execute(
          "copy (" + groups + ") to '" + parts + "' (format parquet, partition_by (k))", _ -> {});
      assertThat(session.sql("select count(*), sum(c) from '" + parts + "'").collect().toText(10))
          .contains("|        5 |   4000 |");
    }
  }
}
