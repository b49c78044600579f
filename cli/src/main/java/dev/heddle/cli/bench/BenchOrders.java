package dev.heddle.cli.bench;

import dev.heddle.bench.planning.OrderBenchmark;
import dev.heddle.bench.suite.JoinOrderSuite;
import dev.heddle.bench.suite.Suite;
import dev.heddle.bench.suite.TpchSuite;
import dev.heddle.cli.flags.RowFlags;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how good the chosen orders of joins are. */
@Command(
    name = "orders",
    description = "Compare the chosen order of joins with others, chosen from wrong estimates.",
    mixinStandardHelpOptions = true)
final class BenchOrders implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RowFlags data = new RowFlags();

  @Option(names = "--tpch", description = "Ask TPC-H's queries instead of those of joinorder.")
  private boolean isTpch;

  @Option(names = "--sf", paramLabel = "N", description = "Scale of TPC-H (default: 1).")
  private double scale = 1;

  @Option(
      names = "--queries",
      paramLabel = "q1,q6,..",
      split = ",",
      description = "Queries to run, with or without the q (default: all).")
  private List<String> queries = new ArrayList<>();

  @Option(names = "--orders", paramLabel = "N", description = "Other orders (default: 20).")
  private int orders = 20;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Measured runs of the chosen and the fastest orders (default: 5).")
  private int runs = 5;

  @Option(names = "--threads", paramLabel = "N", description = "Threads of the engine.")
  private int threads;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    Suite suite = isTpch ? new TpchSuite(scale) : new JoinOrderSuite(data.rows());
    Path folder = data.folder() == null ? BenchFlags.folder(suite, spec) : data.folder();
    OrderBenchmark.Settings settings =
        new OrderBenchmark.Settings(
            suite, queries.stream().map(BenchFlags::named).toList(), orders, runs, threads);
    new OrderBenchmark(spec.commandLine().getOut()).run(settings, folder);
    return 0;
  }
}
