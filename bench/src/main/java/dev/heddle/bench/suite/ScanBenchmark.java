package dev.heddle.bench.suite;

import dev.heddle.bench.report.Comparison;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Scans files of line items on engines side by side, run by run in turn, and reports medians of
 * wall time and bytes read, and means of CPU seconds.
 *
 * <p>Runs before the measured ones warm up; one before all compares the answers.
 */
public final class ScanBenchmark {
  private final Settings settings;
  private final PrintWriter out;
  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /**
   * What to run.
   *
   * @param files Parquet files of the line-item table
   * @param queries names of scans to run; empty for all
   * @param warmUpRuns runs of each query before those that are measured
   * @param runs measured runs of each query
   * @param engines names: {@code heddle}, {@code duckdb}
   * @param threads threads of each engine; 0 means one for each processor
   * @param filters whether to compare filtered scans of Heddle with the unfiltered one instead
   */
  public record Settings(
      List<Path> files,
      List<String> queries,
      int warmUpRuns,
      int runs,
      List<String> engines,
      int threads,
      boolean filters) {
    /** Copies the lists. */
    public Settings {
      files = List.copyOf(files);
      queries = List.copyOf(queries);
      engines = List.copyOf(engines);
    }
  }

  /** What the runs of one query took on one engine. */
  private record Cost(long[] nanos, long[] cpuNanos, long[] bytes) {
    Cost(int runs) {
      this(new long[runs], new long[runs], new long[runs]);
    }

    /** The system counts CPU time in steps of 10 ms, too coarse for a single run. */
    double meanCpuSeconds() {
      return Arrays.stream(cpuNanos).average().orElse(Double.NaN) / 1e9;
    }

    static long median(long[] values) {
      long[] sorted = values.clone();
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
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
      List<Engine> engines = new ArrayList<>();
      try {
        for (String name : settings.engines()) {
          Engine engine = open(name);
          engines.add(engine);
          engine.openTable("lineitem", file);
        }
        if (settings.filters()) {
          compareFilters(engines.getFirst());
        } else {
          allAgree &= compareEngines(engines);
        }
      } finally {
        engines.forEach(Engine::close);
      }
    }
    return allAgree;
  }

  private boolean isWanted(String query) {
    return settings.queries().isEmpty() || settings.queries().contains(query);
  }

  private Engine open(String name) {
    return switch (name) {
      case "heddle" -> new HeddleEngine(SessionOptions.defaults().withThreads(settings.threads()));
      case "duckdb" -> new DuckDbEngine(settings.threads());
      default ->
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot benchmark engine \"" + name + "\": choose among heddle and duckdb");
    };
  }

  private boolean compareEngines(List<Engine> engines) {
    Comparison comparison = new Comparison(settings.engines());
    boolean allAgree = true;
    for (Map.Entry<String, String> query : ScanQueries.scans().entrySet()) {
      String name = query.getKey();
      if (!isWanted(name)) {
        continue;
      }
      List<Answer> answers = new ArrayList<>();
      for (Engine engine : engines) {
        answers.add(engine.run(query.getValue()));
      }
      for (int i = 0; i + 1 < engines.size(); i++) {
        Optional<String> difference = answers.get(i).differenceFrom(answers.getLast());
        if (difference.isPresent()) {
          allAgree = false;
          out.println(name + ": " + engines.get(i).name() + " differs: " + difference.get());
        }
      }
      List<Cost> costs = new ArrayList<>();
      engines.forEach(_ -> costs.add(new Cost(settings.runs())));
      for (int run = -settings.warmUpRuns(); run < settings.runs(); run++) {
        for (int i = 0; i < engines.size(); i++) {
          measure(engines.get(i), query.getValue(), costs.get(i), run);
        }
      }
      comparison.add(name, costs.stream().map(Cost::nanos).toArray(long[][]::new));
      out.println("  " + comparison.lastLine() + resources(costs));
      out.flush();
    }
    return allAgree;
  }

  private String resources(List<Cost> costs) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < costs.size(); i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %s %.3f cpu s %.1f MB",
              settings.engines().get(i),
              costs.get(i).meanCpuSeconds(),
              Cost.median(costs.get(i).bytes()) / 1e6));
    }
    return text.toString();
  }

  /** Compares each filtered scan with the whole one, run by run in turn. */
  private void compareFilters(Engine engine) {
    String whole = ScanQueries.everything("");
    for (Map.Entry<String, String> query : ScanQueries.filters().entrySet()) {
      if (!isWanted(query.getKey())) {
        continue;
      }
      Cost filtered = new Cost(settings.runs());
      Cost unfiltered = new Cost(settings.runs());
      for (int run = -settings.warmUpRuns(); run < settings.runs(); run++) {
        measure(engine, query.getValue(), filtered, run);
        measure(engine, whole, unfiltered, run);
      }
      out.printf(
          Locale.ROOT,
          "  %-12s filtered %8.1f ms  whole %8.1f ms  ratio %.2f  cpu %.3f and %.3f s%n",
          query.getKey(),
          Cost.median(filtered.nanos()) / 1e6,
          Cost.median(unfiltered.nanos()) / 1e6,
          (double) Cost.median(filtered.nanos()) / Cost.median(unfiltered.nanos()),
          filtered.meanCpuSeconds(),
          unfiltered.meanCpuSeconds());
      out.flush();
    }
  }

  private void measure(Engine engine, String sql, Cost cost, int run) {
    long bytes = bytesRead();
    long cpu = system.getProcessCpuTime();
    long begun = System.nanoTime();
    engine.run(sql);
    long nanos = System.nanoTime() - begun;
    if (run >= 0) {
      cost.nanos()[run] = nanos;
      cost.cpuNanos()[run] = system.getProcessCpuTime() - cpu;
      cost.bytes()[run] = bytesRead() - bytes;
    }
  }

  /** Returns the bytes that the process has read by system calls, or 0 where that is not known. */
  private static long bytesRead() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
        if (line.startsWith("rchar: ")) {
          return Long.parseLong(line.substring(7));
        }
      }
    } catch (IOException e) {
      return 0; // not on Linux
    }
    return 0;
  }
}
