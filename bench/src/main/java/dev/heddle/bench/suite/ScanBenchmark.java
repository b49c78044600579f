package dev.heddle.bench.suite;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Scans files of line items: each file on engines side by side, or with filters of every width
 * beside the unfiltered scan.
 */
public final class ScanBenchmark {
  private final Settings settings;
  private final PrintWriter out;
  private final ProcessGauge gauge = new ProcessGauge(List.of());

  /**
   * What to run.
   *
   * @param files Parquet files of the line-item table
   * @param sides how the engines are run
   * @param filters whether to compare filtered scans of the first engine with the unfiltered one
   *     instead
   */
  public record Settings(List<Path> files, SideBySide.Settings sides, boolean filters) {
    /** Copies the list. */
    public Settings {
      files = List.copyOf(files);
    }
  }

  /** What the runs of one query took. */
  private record Cost(long[] nanos, long[] cpuNanos) {
    Cost(int runs) {
      this(new long[runs], new long[runs]);
    }

    /** The system counts CPU time in steps of 10 ms, too coarse for a single run. */
    double meanCpuSeconds() {
      return Arrays.stream(cpuNanos).average().orElse(Double.NaN) / 1e9;
    }

    double medianMillis() {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return sorted[sorted.length / 2] / 1e6;
    }
  }

  /** Makes a benchmark that reports to a writer. */
  public ScanBenchmark(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  /** Runs it and returns whether all answers agreed. */
  public boolean run() {
    boolean allAgree = true;
    for (Path file : settings.files()) {
      out.println(file.getFileName());
      Path folder = file.toAbsolutePath().getParent();
      if (settings.filters()) {
        compareFilters(file);
      } else {
        Suite suite = new ScanSuite(file.getFileName().toString());
        allAgree &= new SideBySide(suite, settings.sides(), out).run(folder).allAgree();
      }
    }
    return allAgree;
  }

  /** Compares each filtered scan with the whole one, run by run in turn. */
  private void compareFilters(Path file) {
    SideBySide.Settings sides = settings.sides();
    try (Engine engine = LocalContestant.open(sides.engines().getFirst())) {
      engine.openTable("lineitem", file);
      String whole = ScanQueries.everything("");
      for (Map.Entry<String, String> query : ScanQueries.filters().entrySet()) {
        if (!sides.questions().isEmpty() && !sides.questions().contains(query.getKey())) {
          continue;
        }
        Cost filtered = new Cost(sides.runs());
        Cost unfiltered = new Cost(sides.runs());
        for (int run = -sides.warmUps(); run < sides.runs(); run++) {
          measure(engine, query.getValue(), filtered, run);
          measure(engine, whole, unfiltered, run);
        }
        out.printf(
            Locale.ROOT,
            "  %-12s filtered %8.1f ms  whole %8.1f ms  ratio %.2f  cpu %.3f and %.3f s%n",
            query.getKey(),
            filtered.medianMillis(),
            unfiltered.medianMillis(),
            filtered.medianMillis() / unfiltered.medianMillis(),
            filtered.meanCpuSeconds(),
            unfiltered.meanCpuSeconds());
        out.flush();
      }
    }
  }

  private void measure(Engine engine, String sql, Cost cost, int run) {
    long cpu = gauge.cpuNanos();
    long begun = System.nanoTime();
    engine.run(sql);
    long nanos = System.nanoTime() - begun;
    if (run >= 0) {
      cost.nanos()[run] = nanos;
      cost.cpuNanos()[run] = gauge.cpuNanos() - cpu;
    }
  }
}
