package dev.heddle.bench.shuffle;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Measures full shuffles through a server beside the parts that they are made of: the ceiling is
 * what a core could do if there were nothing else, measured in the same run.
 */
public final class ShuffleBenchmark {
  private static final int MAPS = 8;
  private static final int PARTITIONS = 64;
  private static final int PART_ROUNDS = 24;

  private final PrintWriter out;

  /** Makes a benchmark that reports to a writer. */
  public ShuffleBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Runs shuffles.
   *
   * @param rawBytes bytes of rows of each
   * @param serverMemoryBytes what the server holds before blocks go to its disk
   */
  public void run(long rawBytes, long serverMemoryBytes, int runs) {
    ShuffleTrial trial = new ShuffleTrial(MAPS, PARTITIONS, rawBytes, serverMemoryBytes);
    try {
      for (int run = 0; run <= runs; run++) {
        ShuffleTrial.Result result = trial.run();
        double ceiling = parts(run == 0, (double) result.diskBytes() / result.storedBytes());
        line(
            "%s: %d MB of rows: %.0f MB/s per core, %.0f %% of the ceiling; write %.2f cpu-s"
                + " %.2f s, read %.2f cpu-s %.2f s; blocks are 1/%.1f",
            run == 0 ? "shuffle, cold" : "shuffle",
            result.rawBytes() / 1_000_000,
            result.megabytesPerCore(),
            100 * result.megabytesPerCore() / ceiling,
            result.writeCpuSeconds(),
            result.writeSeconds(),
            result.readCpuSeconds(),
            result.readSeconds(),
            (double) result.rawBytes() / result.storedBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the megabytes a second of the parts together. */
  private double parts(boolean isCold, double diskShare) throws IOException {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("parts")) {
      ShuffleParts.Costs costs = ShuffleParts.measure(account, PARTITIONS, PART_ROUNDS, diskShare);
      double ceiling = 1e3 / costs.all();
      line(
          "%s: %.0f MB/s per core; ns a byte of rows: scatter %.2f, compress %.2f, ledger %.2f,"
              + " checksum %.2f, loopback %.2f, file %.2f, read %.2f",
          isCold ? "ceiling, cold" : "ceiling",
          ceiling,
          costs.scatter(),
          costs.compress(),
          costs.ledger(),
          costs.checksum(),
          costs.loopback(),
          costs.file(),
          costs.read());
      return ceiling;
    }
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
