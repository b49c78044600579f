package dev.heddle.cli.bench;

import dev.heddle.bench.suite.BenchmarkRun;
import dev.heddle.bench.suite.EngineSpec;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.SideBySide;
import dev.heddle.bench.suite.Suite;
import dev.heddle.cli.flags.NumericFlags;
import dev.heddle.io.storage.CacheFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What every suite that compares engines understands. */
final class BenchFlags {
  @Option(
      names = "--engines",
      paramLabel = "heddle,duckdb",
      split = ",",
      description =
          "Engines, of heddle, duckdb, and cluster (a worker process for each thread); ratios are"
              + " to the last one (default: heddle,duckdb).")
  private List<String> engines = new ArrayList<>(List.of("heddle", "duckdb"));

  @Option(
      names = "--queries",
      paramLabel = "q1,q6,..",
      split = ",",
      description = "Queries to run, with or without the q (default: all).")
  private List<String> queries = new ArrayList<>();

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Runs before those that are measured (default: 2).")
  private int warmUps = 2;

  @Option(names = "--runs", paramLabel = "N", description = "Measured runs (default: 5).")
  private int runs = 5;

  @Option(names = "--threads", paramLabel = "N", description = "Threads of each engine.")
  private int threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory of each engine, such as 8g (default: its own).")
  private @Nullable String memory;

  @Option(
      names = "--memory-tables",
      description = "Hold the tables in memory: Heddle's cached frames, DuckDB's own tables.")
  private boolean isInMemory;

  @Option(names = "--sql", description = "Ask Heddle by SQL (the default).")
  private boolean isSql;

  @Option(names = "--frame", description = "Ask Heddle by frames, where a query has that form.")
  private boolean isFrame;

  @Option(
      names = "--no-verify",
      description = "Do not compare the answers with those of the last engine.")
  private boolean isTrusted;

  @Option(
      names = "--one-process",
      description = "Run all engines in this process, as for a profiler; peaks are not separate.")
  private boolean isTogether;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the JSON and HTML files (default: results in the cache folder).")
  private @Nullable Path results;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  SideBySide.Settings settings() {
    HeddleEngine.Api api = isFrame && !isSql ? HeddleEngine.Api.FRAME : HeddleEngine.Api.SQL;
    EngineSpec.Tables tables = isInMemory ? EngineSpec.Tables.MEMORY : EngineSpec.Tables.FILES;
    long bytes = memory == null ? 0 : NumericFlags.bytes("--memory", memory);
    return new SideBySide.Settings(
        engines.stream().map(name -> new EngineSpec(name, threads, bytes, api, tables)).toList(),
        queries.stream().map(BenchFlags::named).toList(),
        warmUps,
        runs,
        !isTrusted,
        !isTogether);
  }

  /** Returns a query's name, which may have been given as its number alone. */
  static String named(String query) {
    return query.chars().allMatch(Character::isDigit) ? "q" + query : query;
  }

  /** Returns the folder of a suite's tables in the cache folder, in which they are made once. */
  static Path folder(Suite suite, CommandSpec spec) {
    PrintWriter progress = spec.commandLine().getErr();
    return suite.ensure(
        CacheFolder.path(), table -> progress.println("making table " + table + " ..."));
  }

  /**
   * Runs a suite and returns the exit code.
   *
   * @param data where its tables are, or null to make them in the cache folder
   */
  int run(Suite suite, @Nullable Path data, CommandSpec spec) {
    SideBySide.Settings settings = settings();
    Path folder = data != null ? data : folder(suite, spec);
    Path target = results != null ? results : CacheFolder.path().resolve("results");
    PrintWriter out = spec.commandLine().getOut();
    return BenchmarkRun.run(suite, settings, folder, target, out) ? 0 : 1;
  }
}
