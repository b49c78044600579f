package dev.heddle.cli.bench;

import dev.heddle.bench.cluster.SchedulerBenchmark;
import dev.heddle.bench.suite.BenchCluster;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what tasks cost beside their work. */
@Command(
    name = "scheduler",
    description = "Measure what a task costs in the scheduler, as bytes and over sockets.",
    mixinStandardHelpOptions = true)
final class BenchScheduler implements Callable<Integer> {
  private static final long PROCESS_MEMORY = 256L << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Simulated workers (default: 10000).")
  private int workers = 10_000;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "Tasks of the simulated job (default: 1000000).")
  private int tasks = 1_000_000;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Tasks and partitions of each exchange of another job (default: 10000).")
  private int parts = 10_000;

  @Option(
      names = "--real-tasks",
      paramLabel = "N",
      description = "Tasks of a query on real processes, 0 for none (default: 40000).")
  private int realTasks = 40_000;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Measured runs of each query (default: 6).")
  private int runs = 6;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() throws IOException {
    SchedulerBenchmark benchmark = new SchedulerBenchmark(spec.commandLine().getOut());
    benchmark.graph();
    if (realTasks > 0) {
      endToEnd(benchmark);
    }
    benchmark.core(workers, tasks);
    benchmark.exchanges(workers, parts);
    return 0;
  }

  private void endToEnd(SchedulerBenchmark benchmark) throws IOException {
    try (BenchCluster cluster = new BenchCluster(2, PROCESS_MEMORY, PROCESS_MEMORY)) {
      benchmark.endToEnd(cluster.processes(), realTasks, runs);
    }
  }
}
