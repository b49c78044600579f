package dev.heddle.cli.bench;

import dev.heddle.bench.planning.PlanningBenchmark;
import dev.heddle.bench.suite.TpchSuite;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures planning. */
@Command(
    name = "planning",
    description = "Measure how long planning the TPC-H queries takes, phase by phase.",
    mixinStandardHelpOptions = true)
final class BenchPlanning implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with the eight tables (NAME.parquet or NAME/).")
  private @Nullable Path data;

  @Option(
      names = "--sf",
      paramLabel = "N",
      description = "Scale of the data that is made once in the cache folder (default: 0.1).")
  private double scale = 0.1;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Plannings of each query before those that are measured (default: 100).")
  private int warmUps = 100;

  @Option(names = "--runs", paramLabel = "N", description = "Measured plannings (default: 41).")
  private int runs = 41;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Path folder = data == null ? BenchFlags.folder(new TpchSuite(scale), spec) : data;
    new PlanningBenchmark(out).run(folder, warmUps, runs);
    return 0;
  }
}
