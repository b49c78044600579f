package dev.heddle.cli.bench;

import dev.heddle.bench.shuffle.ShuffleBenchmark;
import dev.heddle.cli.flags.NumericFlags;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures full shuffles. */
@Command(
    name = "shuffle",
    description = "Measure full shuffles through a server beside the parts they are made of.",
    mixinStandardHelpOptions = true)
final class BenchShuffle implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "Bytes of rows of a shuffle (default: 512m).")
  private String size = "512m";

  @Option(
      names = "--server-memory",
      paramLabel = "SIZE",
      description = "What the server holds before blocks go to its disk (default: 128m).")
  private String serverMemory = "128m";

  @Option(names = "--runs", paramLabel = "N", description = "Measured shuffles (default: 5).")
  private int runs = 5;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    new ShuffleBenchmark(spec.commandLine().getOut())
        .run(
            NumericFlags.bytes("--size", size),
            NumericFlags.bytes("--server-memory", serverMemory),
            runs);
    return 0;
  }
}
