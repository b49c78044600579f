package dev.heddle.cli.bench;

import dev.heddle.bench.suite.StartBenchmark;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures whole processes. */
@Command(
    name = "start",
    description =
        "Measure processes from start to end: this command and an embedded session beside DuckDB"
            + " over JDBC.",
    mixinStandardHelpOptions = true)
final class BenchStart implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--lineitem",
      paramLabel = "FILE",
      required = true,
      description = "Parquet file of TPC-H's table lineitem.")
  private Path lineitem;

  @Option(
      names = "--launcher",
      paramLabel = "FILE",
      description = "The heddle command (default: ${DEFAULT-VALUE}).")
  private Path launcher = Path.of("bin", "heddle");

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "The heddle command of another built tree, measured in turn.")
  private @Nullable Path other;

  @Option(names = "--runs", paramLabel = "N", description = "Measured starts (default: 7).")
  private int runs = 7;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    List<Path> launchers = other == null ? List.of(launcher) : List.of(launcher, other);
    new StartBenchmark(spec.commandLine().getOut()).run(launchers, lineitem, runs);
    return 0;
  }
}
