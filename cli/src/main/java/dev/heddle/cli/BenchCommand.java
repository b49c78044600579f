package dev.heddle.cli;

import dev.heddle.bench.suite.S3Benchmark;
import dev.heddle.bench.suite.ScanBenchmark;
import dev.heddle.bench.suite.ScanData;
import dev.heddle.bench.suite.TpchBenchmark;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.s3lab.Shape;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs benchmark suites. */
@Command(
    name = "bench",
    description = "Run benchmarks, Heddle and its peers side by side.",
    mixinStandardHelpOptions = true,
    subcommands = {BenchCommand.Tpch.class, BenchCommand.Scan.class, BenchCommand.S3.class})
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The TPC-H queries. */
  @Command(
      name = "tpch",
      description = "Run the TPC-H queries over Parquet files.",
      mixinStandardHelpOptions = true)
  static final class Tpch implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Folder with the eight tables (NAME.parquet or NAME/).")
    private @Nullable Path data;

    @Option(
        names = "--sf",
        paramLabel = "N",
        description = "Scale of the data that is made once in the cache folder (default: 1).")
    private double scale = 1;

    @Option(
        names = "--queries",
        paramLabel = "1,6,..",
        split = ",",
        description = "Queries to run (default: all 22).")
    private List<Integer> queries = IntStream.rangeClosed(1, TpchQueries.COUNT).boxed().toList();

    @Option(names = "--runs", paramLabel = "N", description = "Measured runs (default: 3).")
    private int runs = 3;

    @Option(names = "--api", description = "How Heddle is asked: ${COMPLETION-CANDIDATES}.")
    private TpchBenchmark.Api api = TpchBenchmark.Api.SQL;

    @Option(
        names = "--engines",
        paramLabel = "heddle,duckdb",
        split = ",",
        description = "Engines; ratios are to the last one (default: heddle).")
    private List<String> engines = new ArrayList<>(List.of("heddle"));

    @Option(names = "--threads", paramLabel = "N", description = "Threads of each engine.")
    private int threads;

    @Option(names = "--verify", description = "Compare all answers with those of the last engine.")
    private boolean verify;

    @Option(names = "--debug", description = "Print the stack trace of an error.")
    @SuppressWarnings(
        "UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
    private boolean debug;

    @Override
    public Integer call() {
      for (int query : queries) {
        if (query < 1 || query > TpchQueries.COUNT) {
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot run TPC-H query " + query + ": there are 1 to " + TpchQueries.COUNT);
        }
      }
      if (runs < 1) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot run queries " + runs + " times: once at least");
      }
      PrintWriter out = spec.commandLine().getOut();
      Path folder =
          data == null
              ? TpchData.ensure(
                  CacheFolder.path(),
                  scale,
                  table -> spec.commandLine().getErr().println("making table " + table + " ..."))
              : data;
      boolean agree =
          new TpchBenchmark(
                  new TpchBenchmark.Settings(folder, queries, runs, api, engines, threads, verify),
                  out)
              .run();
      return agree ? 0 : 1;
    }
  }

  /** Scans of one table. */
  @Command(
      name = "scan",
      description = "Scan line items from files of different writers and codecs.",
      mixinStandardHelpOptions = true)
  static final class Scan implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Folder with lineitem.parquet; files by other writers are made beside it.")
    private @Nullable Path data;

    @Option(
        names = "--files",
        paramLabel = "FILE,..",
        split = ",",
        description = "Files of line items to read instead.")
    private List<Path> files = new ArrayList<>();

    @Option(
        names = "--queries",
        paramLabel = "NAME,..",
        split = ",",
        description =
            "Scans to run: full, q6, day, part, or int-0.1 and so on with --filters (default:"
                + " all).")
    private List<String> queries = new ArrayList<>();

    @Option(
        names = "--warm-up",
        paramLabel = "N",
        description = "Runs before those that are measured (default: 10).")
    private int warmUp = 10;

    @Option(names = "--runs", paramLabel = "N", description = "Measured runs (default: 5).")
    private int runs = 5;

    @Option(
        names = "--engines",
        paramLabel = "heddle,duckdb",
        split = ",",
        description = "Engines; ratios are to the last one (default: heddle,duckdb).")
    private List<String> engines = new ArrayList<>(List.of("heddle", "duckdb"));

    @Option(names = "--threads", paramLabel = "N", description = "Threads of each engine.")
    private int threads;

    @Option(
        names = "--filters",
        description = "Compare filtered scans with whole ones, on the first engine.")
    private boolean filters;

    @Option(names = "--debug", description = "Print the stack trace of an error.")
    @SuppressWarnings(
        "UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
    private boolean debug;

    @Override
    public Integer call() {
      if (runs < 1) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot run scans " + runs + " times: once at least");
      }
      if (data == null && files.isEmpty()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot scan nothing: name a folder by --data, or --files");
      }
      List<Path> all = files.isEmpty() ? ScanData.ensure(data) : files;
      ScanBenchmark.Settings settings =
          new ScanBenchmark.Settings(all, queries, warmUp, runs, engines, threads, filters);
      return new ScanBenchmark(settings, spec.commandLine().getOut()).run() ? 0 : 1;
    }
  }

  /** Reads over a link that is shaped like one to S3. */
  @Command(
      name = "s3",
      description = "Read line items over a link like one to S3, beside plain ranged GETs.",
      mixinStandardHelpOptions = true)
  static final class S3 implements Callable<Integer> {
    private static final long MEGABYTE = 1_000_000;

    @Spec private CommandSpec spec;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "Parquet file of line items (default: one of --sf in the cache folder).")
    private @Nullable Path file;

    @Option(
        names = "--sf",
        paramLabel = "N",
        description = "Scale of the data that is made once in the cache folder (default: 1).")
    private double scale = 1;

    @Option(names = "--first-byte", paramLabel = "MS", description = "Delay (default: 10).")
    private long firstByteMillis = 10;

    @Option(
        names = "--connection",
        paramLabel = "MB/S",
        description = "Most that a connection carries (default: 40).")
    private long connectionMegabytes = 40;

    @Option(
        names = "--total",
        paramLabel = "MB/S",
        description = "Most that all connections carry (default: 100).")
    private long totalMegabytes = 100;

    @Option(names = "--runs", paramLabel = "N", description = "Measured runs (default: 5).")
    private int runs = 5;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the query.")
    private int threads;

    @Option(names = "--debug", description = "Print the stack trace of an error.")
    @SuppressWarnings(
        "UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
    private boolean debug;

    @Override
    public Integer call() {
      if (runs < 1) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot run scans " + runs + " times: once at least");
      }
      Path data =
          file == null
              ? TpchData.ensure(
                      CacheFolder.path(),
                      scale,
                      table ->
                          spec.commandLine().getErr().println("making table " + table + " ..."))
                  .resolve("lineitem.parquet")
              : file;
      Shape shape =
          new Shape(firstByteMillis, connectionMegabytes * MEGABYTE, totalMegabytes * MEGABYTE);
      new S3Benchmark(
              new S3Benchmark.Settings(data, shape, runs, threads), spec.commandLine().getOut())
          .run();
      return 0;
    }
  }
}
