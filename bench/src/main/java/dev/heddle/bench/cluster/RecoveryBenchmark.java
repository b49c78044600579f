package dev.heddle.bench.cluster;

import dev.heddle.bench.report.Median;
import dev.heddle.bench.suite.BenchCluster;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.RowsAnswer;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.bench.suite.TpchSuite;
import dev.heddle.engine.cluster.client.LocalCluster;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Measures how much longer a query takes when one of the workers is killed half way. Another worker
 * takes its place before the next run, and gets warm.
 */
public final class RecoveryBenchmark {
  private static final long WORKER_BYTES = 1L << 30;
  private static final long SERVER_BYTES = 1L << 30;
  private static final int WARM_UPS = 4;

  private final PrintWriter out;
  private final int workers;
  private final int runs;

  /**
   * Makes a benchmark that reports to a writer.
   *
   * @param workers of one thread each
   * @param runs measured pairs of runs, one with a kill and one without
   */
  public RecoveryBenchmark(PrintWriter out, int workers, int runs) {
    this.out = out;
    this.workers = workers;
    this.runs = runs;
  }

  /**
   * Measures some TPC-H queries.
   *
   * @param suite whose tables are read
   * @param folder where they are
   * @return whether all answers were right
   */
  public boolean run(TpchSuite suite, Path folder, List<Integer> queries) {
    boolean isRight = true;
    double product = 1;
    try (BenchCluster cluster = new BenchCluster(workers, WORKER_BYTES, SERVER_BYTES);
        ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
        HeddleEngine client =
            new HeddleEngine(
                SessionOptions.defaults()
                    .withThreads(1)
                    .withCluster(ClusterOptions.of(cluster.processes().address())))) {
      suite.tables().forEach(table -> client.openTable(table, suite.find(folder, table)));
      for (int query : queries) {
        Pairs pairs = new Pairs(client, cluster.processes(), killer, TpchQueries.sql(query));
        pairs.measure(runs);
        line(
            "q%d: %.0f ms, with a worker killed half way %.0f ms: %.2f (%d of %d killed within"
                + " the run)%s",
            query,
            Median.of(pairs.whole),
            Median.of(pairs.broken),
            pairs.ratio(),
            pairs.killed,
            runs,
            pairs.isRight ? "" : ", WRONG ANSWER");
        isRight &= pairs.isRight;
        product *= pairs.ratio();
      }
    }
    line("geometric mean %.2f", Math.pow(product, 1.0 / queries.size()));
    return isRight;
  }

  /** Runs of one query, with and without a kill in turn. */
  private static final class Pairs {
    private final HeddleEngine client;
    private final LocalCluster cluster;
    private final ScheduledExecutorService killer;
    private final String sql;
    private double[] whole = {};
    private double[] broken = {};
    private int killed;
    private boolean isRight = true;

    Pairs(HeddleEngine client, LocalCluster cluster, ScheduledExecutorService killer, String sql) {
      this.client = client;
      this.cluster = cluster;
      this.killer = killer;
      this.sql = sql;
    }

    void measure(int runs) {
      whole = new double[runs];
      broken = new double[runs];
      for (int run = 0; run < runs; run++) {
        warmUp();
        long begun = System.nanoTime();
        RowsAnswer expected = client.run(sql);
        whole[run] = millisSince(begun);
        broken[run] = brokenRun(run, (long) (whole[run] / 2), expected);
        cluster.addWorker();
      }
    }

    private void warmUp() {
      for (int i = 0; i < WARM_UPS; i++) {
        client.run(sql);
      }
    }

    private double brokenRun(int run, long killAfterMillis, RowsAnswer expected) {
      List<Process> alive = cluster.workers().stream().filter(Process::isAlive).toList();
      Process victim = alive.get(run % alive.size());
      ScheduledFuture<?> kill =
          killer.schedule(
              () -> victim.destroyForcibly().onExit().join(),
              killAfterMillis,
              TimeUnit.MILLISECONDS);
      long begun = System.nanoTime();
      RowsAnswer answer = client.run(sql);
      double millis = millisSince(begun);
      if (kill.cancel(false)) {
        victim.destroyForcibly().onExit().join(); // it ended before
      } else {
        killed++;
      }
      isRight &= answer.differenceFrom(expected).isEmpty();
      return millis;
    }

    double ratio() {
      return Median.of(broken) / Median.of(whole);
    }

    private static double millisSince(long begun) {
      return (System.nanoTime() - begun) / 1e6;
    }
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
