package dev.heddle.cli.bench;

import dev.heddle.bench.cluster.RecoveryBenchmark;
import dev.heddle.bench.suite.TpchSuite;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what the loss of a worker costs. */
@Command(
    name = "recovery",
    description =
        "Kill a worker half way through TPC-H queries, and report how much longer they take.",
    mixinStandardHelpOptions = true)
final class BenchRecovery implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Workers, of one thread each (default: 4).")
  private int workers = 4;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs of each query with a kill, and the same number without (default: 5).")
  private int runs = 5;

  @Option(
      names = "--queries",
      paramLabel = "1,9,..",
      split = ",",
      description = "Numbers of the queries (default: 1,3,5,9,18,21).")
  private List<Integer> queries = List.of(1, 3, 5, 9, 18, 21);

  @Option(names = "--sf", paramLabel = "N", description = "Scale of the data (default: 1).")
  private double scale = 1;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    TpchSuite suite = new TpchSuite(scale);
    Path folder = BenchFlags.folder(suite, spec);
    return new RecoveryBenchmark(out, workers, runs).run(suite, folder, queries) ? 0 : 1;
  }
}
