package dev.heddle.bench.suite;

import dev.heddle.bench.report.Comparison;
import dev.heddle.bench.report.ReportFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs a suite and writes what came out as JSON and HTML. */
public final class BenchmarkRun {
  private BenchmarkRun() {}

  /**
   * Runs a suite.
   *
   * @param data folder with the tables
   * @param results folder of the files with the results
   * @return whether no engine failed and all answers agreed
   */
  public static boolean run(
      Suite suite, SideBySide.Settings settings, Path data, Path results, PrintWriter out) {
    Comparison comparison = new SideBySide(suite, settings, out).run(data);
    for (Path file : ReportFiles.write(comparison, surroundings(settings, data), results)) {
      out.println("wrote " + file);
    }
    out.flush();
    return comparison.allAgree();
  }

  private static Map<String, String> surroundings(SideBySide.Settings settings, Path data) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        "when", ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME));
    all.put("data", data.getFileName().toString());
    all.put("runs", settings.runs() + " after " + settings.warmUps() + " that warm up");
    EngineSpec spec = settings.engines().getFirst();
    all.put("threads", spec.threads() == 0 ? "one for each processor" : "" + spec.threads());
    all.put(
        "memory of each engine",
        spec.memoryBytes() == 0 ? "its default" : (spec.memoryBytes() >> 20) + " MB");
    all.put("tables", spec.tables() == EngineSpec.Tables.MEMORY ? "in memory" : "Parquet files");
    all.put("Heddle is asked by", spec.api().name());
    all.put("a process for each engine", settings.isApart() ? "yes" : "no");
    all.put("processors", "" + Runtime.getRuntime().availableProcessors());
    all.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    all.put("Java", Runtime.version().toString());
    return all;
  }
}
