package dev.heddle.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Collects what questions cost engines and reports medians, ratios to the last engine and their
 * geometric mean. Not thread-safe.
 */
public final class Comparison {
  private final String suite;
  private final String size;
  private final String about;
  private final List<String> engines;
  private final List<Line> lines = new ArrayList<>();

  /** What the runs of one question cost one engine. */
  public static final class Cost {
    private final long[] nanos;
    private final long[] cpuNanos;
    private final long[] bytesRead;
    private long peakBytes;

    /** Makes room for this number of runs. */
    public Cost(int runs) {
      nanos = new long[runs];
      cpuNanos = new long[runs];
      bytesRead = new long[runs];
    }

    /** Notes one run. */
    public void set(int run, long wallNanos, long cpu, long read, long peak) {
      nanos[run] = wallNanos;
      cpuNanos[run] = cpu;
      bytesRead[run] = read;
      peakBytes = Math.max(peakBytes, peak);
    }

    /** Returns the wall time of each run. */
    double[] millis() {
      return Arrays.stream(nanos).mapToDouble(each -> each / 1e6).toArray();
    }

    double medianMillis() {
      return Median.of(nanos) / 1e6;
    }

    /** The system counts CPU time in steps of 10 ms, too coarse for a single run. */
    double meanCpuMillis() {
      return Arrays.stream(cpuNanos).average().orElse(Double.NaN) / 1e6;
    }

    double medianBytesRead() {
      return Median.of(bytesRead);
    }

    long peakBytes() {
      return peakBytes;
    }
  }

  /**
   * One question.
   *
   * @param name its name
   * @param rows rows of the tables that it names
   * @param costs one an engine
   * @param problems for each engine what was wrong, or nothing
   */
  record Line(String name, long rows, List<Cost> costs, List<Optional<String>> problems) {
    Line {
      costs = List.copyOf(costs);
      problems = List.copyOf(problems);
    }

    /** Returns the time of an engine over that of the last one, or NaN if one of them failed. */
    double ratio(int engine) {
      return costs.get(engine).medianMillis() / costs.getLast().medianMillis();
    }

    /** Returns the CPU time of an engine over that of the last one; 10 ms is the least it sees. */
    double cpuRatio(int engine) {
      return Math.max(10, costs.get(engine).meanCpuMillis())
          / Math.max(10, costs.getLast().meanCpuMillis());
    }

    boolean isMeasured(int engine) {
      return costs.get(engine).medianMillis() > 0;
    }

    boolean isCompared(int engine) {
      return isMeasured(engine) && isMeasured(costs.size() - 1);
    }
  }

  /**
   * Makes an empty comparison.
   *
   * @param suite name of the suite
   * @param size how much data it has
   * @param about one sentence about it
   * @param engines names; ratios are to the last one
   */
  public Comparison(String suite, String size, String about, List<String> engines) {
    this.suite = suite;
    this.size = size;
    this.about = about;
    this.engines = List.copyOf(engines);
  }

  /**
   * Adds a question.
   *
   * @param rows rows of the tables that it names
   * @param costs one an engine
   * @param problems for each engine what was wrong with its answer, or nothing
   */
  public void add(String name, long rows, Cost[] costs, List<Optional<String>> problems) {
    lines.add(new Line(name, rows, List.of(costs), problems));
  }

  /** Returns whether no engine failed and no answer was wrong. */
  public boolean allAgree() {
    return lines.stream().flatMap(line -> line.problems().stream()).noneMatch(Optional::isPresent);
  }

  String suite() {
    return suite;
  }

  String size() {
    return size;
  }

  String about() {
    return about;
  }

  List<String> engines() {
    return engines;
  }

  List<Line> lines() {
    return lines;
  }

  /** Returns the lines of the question that was added last, without a line end. */
  public String lastLine() {
    Line line = lines.getLast();
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-8s", line.name()));
    for (int i = 0; i < engines.size(); i++) {
      text.append(cost(engines.get(i), line, i));
    }
    for (int i = 0; i + 1 < engines.size(); i++) {
      if (line.isCompared(i)) {
        text.append(
            String.format(
                Locale.ROOT, "  %s/%s %.2f", engines.get(i), engines.getLast(), line.ratio(i)));
      }
    }
    for (int i = 0; i < engines.size(); i++) {
      int engine = i;
      line.problems()
          .get(i)
          .ifPresent(p -> text.append("\n  ").append(engines.get(engine)).append(' ').append(p));
    }
    return text.toString();
  }

  private static String cost(String engine, Line line, int index) {
    if (!line.isMeasured(index)) {
      return String.format(Locale.ROOT, "  %s failed", engine);
    }
    Cost cost = line.costs().get(index);
    return String.format(
        Locale.ROOT,
        "  %s %8.1f ms (cpu %8.1f, %6.1f M rows/s, read %6.1f MB, peak %5d MB)",
        engine,
        cost.medianMillis(),
        cost.meanCpuMillis(),
        line.rows() / cost.medianMillis() / 1e3,
        cost.medianBytesRead() / 1e6,
        cost.peakBytes() >> 20);
  }

  /** Returns the geometric means over all questions, with line ends. */
  public String summary() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < engines.size(); i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s: geometric mean of medians %.1f ms, peak %d MB%n",
              engines.get(i),
              meanMillis(i),
              peakBytes(i) >> 20));
    }
    for (int i = 0; i + 1 < engines.size(); i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s/%s: geometric mean %.3f, worst %.2f; of CPU time %.3f%n",
              engines.get(i),
              engines.getLast(),
              meanRatio(i),
              worstRatio(i),
              meanCpuRatio(i)));
    }
    return text.toString();
  }

  /** Returns the geometric mean of an engine's medians. */
  double meanMillis(int engine) {
    return geometricMean(
        lines.stream().filter(line -> line.isMeasured(engine)).toList(),
        line -> line.costs().get(engine).medianMillis());
  }

  /** Returns the geometric mean of an engine's ratios to the last one. */
  public double meanRatio(int engine) {
    return geometricMean(compared(engine), line -> line.ratio(engine));
  }

  /** Returns the geometric mean of an engine's CPU times over those of the last one. */
  double meanCpuRatio(int engine) {
    return geometricMean(compared(engine), line -> line.cpuRatio(engine));
  }

  /** Returns an engine's worst ratio to the last one. */
  double worstRatio(int engine) {
    return compared(engine).stream()
        .mapToDouble(line -> line.ratio(engine))
        .max()
        .orElse(Double.NaN);
  }

  private List<Line> compared(int engine) {
    return lines.stream().filter(line -> line.isCompared(engine)).toList();
  }

  /** Returns an engine's peak memory. */
  long peakBytes(int engine) {
    return lines.stream().mapToLong(line -> line.costs().get(engine).peakBytes()).max().orElse(0);
  }

  private static double geometricMean(List<Line> lines, ToDoubleFunction<Line> value) {
    return Math.exp(lines.stream().mapToDouble(value).map(Math::log).average().orElse(Double.NaN));
  }
}
