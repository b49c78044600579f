package dev.heddle.cli.bench;

import dev.heddle.bench.micro.MicroRun;
import dev.heddle.bench.suite.ClicksSuite;
import dev.heddle.bench.suite.CliffsSuite;
import dev.heddle.bench.suite.GroupBySuite;
import dev.heddle.bench.suite.JoinOrderSuite;
import dev.heddle.bench.suite.JoinSuite;
import dev.heddle.bench.suite.OwnSuite;
import dev.heddle.bench.suite.S3Benchmark;
import dev.heddle.bench.suite.ScanBenchmark;
import dev.heddle.bench.suite.ScanData;
import dev.heddle.bench.suite.SortSuite;
import dev.heddle.bench.suite.Suite;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchSuite;
import dev.heddle.cli.flags.RowFlags;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.CacheFolder;
import dev.heddle.s3lab.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs benchmark suites. */
@Command(
    name = "bench",
    description = "Run benchmarks, Heddle and its peers side by side.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BenchCommand.Tpch.class,
      BenchCommand.GroupBy.class,
      BenchCommand.Joins.class,
      BenchCommand.JoinOrders.class,
      BenchCommand.Sorts.class,
      BenchCommand.Clicks.class,
      BenchCommand.Cliffs.class,
      BenchCommand.Own.class,
      BenchCommand.Scan.class,
      BenchCommand.Micro.class,
      BenchCommand.S3.class,
      BenchScheduler.class,
      BenchShuffle.class,
      BenchRecovery.class,
      BenchStart.class,
      BenchPlanning.class,
      BenchOrders.class,
      BenchRewrites.class,
      BenchScripts.class
    })
public final class BenchCommand implements Runnable {
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
    @Mixin private BenchFlags flags = new BenchFlags();

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

    @Override
    public Integer call() {
      return flags.run(new TpchSuite(scale), data, spec);
    }
  }

  /** A suite whose size is a number of rows. */
  private abstract static class OfRows implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private BenchFlags flags = new BenchFlags();
    @Mixin private RowFlags data = new RowFlags();

    abstract Suite suite(long rows);

    @Override
    public Integer call() {
      return flags.run(suite(data.rows()), data.folder(), spec);
    }
  }

  /** Group-by questions. */
  @Command(
      name = "h2o-groupby",
      description = "Run the group-by questions of H2O's db-benchmark.",
      mixinStandardHelpOptions = true)
  static final class GroupBy extends OfRows {
    @Override
    Suite suite(long rows) {
      return new GroupBySuite(rows);
    }
  }

  /** Join questions. */
  @Command(
      name = "h2o-join",
      description = "Run the join questions of H2O's db-benchmark.",
      mixinStandardHelpOptions = true)
  static final class Joins extends OfRows {
    @Override
    Suite suite(long rows) {
      return new JoinSuite(rows);
    }
  }

  /** Queries of many joins. */
  @Command(
      name = "joinorder",
      description = "Run queries of many joins over a synthetic film database, skewed.",
      mixinStandardHelpOptions = true)
  static final class JoinOrders extends OfRows {
    @Override
    Suite suite(long rows) {
      return new JoinOrderSuite(rows);
    }
  }

  /** Sorts. */
  @Command(
      name = "sort",
      description = "Sort a table by integers and by text.",
      mixinStandardHelpOptions = true)
  static final class Sorts extends OfRows {
    @Override
    Suite suite(long rows) {
      return new SortSuite(rows);
    }
  }

  /** Queries over page views. */
  @Command(
      name = "clickbench-like",
      description = "Run the shapes of ClickBench's queries over synthetic page views.",
      mixinStandardHelpOptions = true)
  static final class Clicks extends OfRows {
    @Override
    Suite suite(long rows) {
      return new ClicksSuite(rows);
    }
  }

  /** Queries on which engines fall off. */
  @Command(
      name = "cliffs",
      description = "Run queries of shapes on which engines fall off.",
      mixinStandardHelpOptions = true)
  static final class Cliffs extends OfRows {
    @Override
    Suite suite(long rows) {
      return new CliffsSuite(rows);
    }
  }

  /** The user's own queries. */
  @Command(
      name = "queries",
      description = "Run queries of your own over Parquet tables of your own.",
      mixinStandardHelpOptions = true)
  static final class Own implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private BenchFlags flags = new BenchFlags();

    @Option(
        names = "--data",
        required = true,
        paramLabel = "DIR",
        description = "Folder with the tables (NAME.parquet or NAME/).")
    private Path data;

    @Option(
        names = "--from",
        required = true,
        paramLabel = "PATH",
        description =
            "Folder with a query in each .sql file, or one file of queries, each ended by ; and a"
                + " line end.")
    private Path queries;

    @Override
    public Integer call() {
      return flags.run(new OwnSuite(data, queries), data, spec);
    }
  }

  /** Single kernels. */
  @Command(
      name = "micro",
      description = "Measure single kernels and operators, as ratios to a reference kernel.",
      mixinStandardHelpOptions = true)
  static final class Micro implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--only",
        paramLabel = "REGEX",
        description = "Benchmarks to run, such as Expression or sort (default: all).")
    private String only = "";

    @Option(
        names = "--compare",
        description = "Fail if one is much slower than the baseline that is stored.")
    private boolean compares;

    @Option(names = "--write", paramLabel = "FILE", description = "Write a new baseline.")
    private @Nullable Path target;

    @Option(names = "--debug", description = "Print the stack trace of an error.")
    @SuppressWarnings(
        "UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
    private boolean debug;

    @Override
    public Integer call() {
      MicroRun run = new MicroRun(spec.commandLine().getOut());
      Map<String, Double> ratios = run.run(only);
      boolean isFine = run.compare(ratios);
      if (target != null) {
        MicroRun.write(ratios, target);
      }
      return isFine || !compares ? 0 : 1;
    }
  }

  /** Scans of one table. */
  @Command(
      name = "scan",
      description = "Scan line items from files of different writers and codecs.",
      mixinStandardHelpOptions = true)
  static final class Scan implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private BenchFlags flags = new BenchFlags();

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
        names = "--filters",
        description = "Compare filtered scans with whole ones, on the first engine.")
    private boolean filters;

    @Override
    public Integer call() {
      if (data == null && files.isEmpty()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot scan nothing: name a folder by --data, or --files");
      }
      List<Path> all = files.isEmpty() ? ScanData.ensure(data) : files;
      ScanBenchmark.Settings settings = new ScanBenchmark.Settings(all, flags.settings(), filters);
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
