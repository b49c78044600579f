package dev.heddle.bench.micro;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the micro benchmarks and compares each, as a ratio to the {@link ReferenceKernel} of the
 * same process, with the stored baseline.
 */
public final class MicroRun {
  /**
   * How much slower than the baseline counts as slower, since machines differ in more than speed.
   */
  private static final double TOLERANCE = 1.5;

  private static final String BASELINE = "/micro/baseline.json";
  private static final String REFERENCE = "reference";
  private static final Pattern ENTRY = Pattern.compile("\"([^\"]+)\": ([0-9.]+)");

  private final PrintWriter out;

  /** Makes a run that reports to a writer. */
  public MicroRun(PrintWriter out) {
    this.out = out;
  }

  /**
   * Runs the benchmarks.
   *
   * @param pattern regular expression of those to run, such as {@code Expression}
   * @return the ratios by name
   */
  public Map<String, Double> run(String pattern) {
    Map<String, Double> micros = new TreeMap<>();
    try {
      for (RunResult result :
          new Runner(
                  new OptionsBuilder()
                      .include("dev\\.heddle\\.bench\\.micro\\..*" + pattern + ".*")
                      .include("dev\\.heddle\\.bench\\.micro\\..*\\." + REFERENCE)
                      .shouldFailOnError(true)
                      .verbosity(VerboseMode.SILENT)
                      .build())
              .run()) {
        String name = result.getParams().getBenchmark();
        micros.put(
            name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1),
            result.getPrimaryResult().getScore());
      }
    } catch (RunnerException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot run micro benchmarks: " + e.getMessage(), e);
    }
    return ratios(micros);
  }

  private static Map<String, Double> ratios(Map<String, Double> micros) {
    Map<String, Double> ratios = new TreeMap<>();
    micros.forEach(
        (name, micro) -> {
          String reference = name.substring(0, name.indexOf('.') + 1) + REFERENCE;
          if (!name.equals(reference)) {
            ratios.put(name, micro / micros.get(reference));
          }
        });
    return ratios;
  }

  /** Prints ratios beside those of the baseline; returns whether none is much greater. */
  public boolean compare(Map<String, Double> ratios) {
    return compare(ratios, baseline());
  }

  boolean compare(Map<String, Double> ratios, Map<String, Double> baseline) {
    boolean isFine = true;
    for (Map.Entry<String, Double> each : ratios.entrySet()) {
      Double before = baseline.get(each.getKey());
      String change = "new";
      if (before != null) {
        double factor = each.getValue() / before;
        boolean isSlower = factor > TOLERANCE;
        isFine &= !isSlower;
        change = String.format(Locale.ROOT, "x %.2f%s", factor, isSlower ? "  SLOWER" : "");
      }
      out.printf(
          Locale.ROOT,
          "%-36s %12.3f  baseline %12s  %s%n",
          each.getKey(),
          each.getValue(),
          before == null ? "-" : String.format(Locale.ROOT, "%.3f", before),
          change);
    }
    out.flush();
    return isFine;
  }

  /** Writes ratios as a baseline. */
  public static void write(Map<String, Double> ratios, Path file) {
    StringBuilder json = new StringBuilder("{\n");
    ratios.forEach(
        (name, ratio) ->
            json.append(json.length() == 2 ? "" : ",\n")
                .append(String.format(Locale.ROOT, "  \"%s\": %.4f", name, ratio)));
    try {
      Files.writeString(file, json.append("\n}\n"));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write baseline " + file, e);
    }
  }

  /** Returns the stored ratios by name. */
  static Map<String, Double> baseline() {
    try (InputStream in = MicroRun.class.getResourceAsStream(BASELINE)) {
      if (in == null) {
        throw new IllegalStateException("The baseline is missing on the class path");
      }
      Map<String, Double> ratios = new TreeMap<>();
      Matcher entries = ENTRY.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      while (entries.find()) {
        ratios.put(entries.group(1), Double.valueOf(entries.group(2)));
      }
      return ratios;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
