package dev.heddle.cli.bench;

import dev.heddle.bench.shuffle.LargeShuffle;
import dev.heddle.bench.shuffle.ShuffleBenchmark;
import dev.heddle.cli.flags.NumericFlags;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
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
  private static final long SERVER_HEAP_BYTES = 1L << 30;

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

  @Option(
      names = "--maps",
      paramLabel = "N",
      description = "Measure an exchange of N maps through a server process with 1 GB of heap.")
  private int maps;

  @Option(names = "--parts", paramLabel = "N", description = "Partitions of it (default: 10000).")
  private int parts = 10_000;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Partitions that each map has rows for (default: 1000).")
  private int blocks = 1_000;

  @Option(names = "--twice", description = "Do it again with twice the partitions.")
  private boolean twice;

  @Option(names = "--runs", paramLabel = "N", description = "Measured shuffles (default: 5).")
  private int runs = 5;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() throws IOException {
    if (maps > 0) {
      PrintWriter out = spec.commandLine().getOut();
      long memory = NumericFlags.bytes("--server-memory", serverMemory);
      long heap = new LargeShuffle(maps, parts, blocks, memory, SERVER_HEAP_BYTES).run(out);
      if (twice) {
        long more = new LargeShuffle(maps, 2 * parts, blocks, memory, SERVER_HEAP_BYTES).run(out);
        out.printf(Locale.ROOT, "twice the partitions: %.2f x the heap%n", (double) more / heap);
        out.flush();
      }
      return 0;
    }
    new ShuffleBenchmark(spec.commandLine().getOut())
        .run(
            NumericFlags.bytes("--size", size),
            NumericFlags.bytes("--server-memory", serverMemory),
            runs);
    return 0;
  }
}
