package dev.heddle.bench.suite;

import dev.heddle.bench.report.Median;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.s3lab.LinkProcess;
import dev.heddle.s3lab.RangeClient;
import dev.heddle.s3lab.Shape;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Reads a file over a link that is shaped like one to S3, in turn by plain ranged GETs side by
 * side, by Heddle's storage alone, and by a query over all columns; reports what share of the plain
 * GETs' throughput the others reach, and the CPU time of a gigabyte.
 */
public final class S3Benchmark {
  private static final int WARM_UP_RUNS = 1;
  private static final int RANGE_BYTES = 4 << 20;
  private static final int RAW_CONNECTIONS = 8;
  private static final int READS_AHEAD = 12;

  private final Settings settings;
  private final PrintWriter out;
  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /**
   * What to run.
   *
   * @param file Parquet file of line items
   * @param shape of the link
   * @param runs measured runs of each way
   * @param threads of the query; 0 means one for each processor
   */
  public record Settings(Path file, Shape shape, int runs, int threads) {}

  /** What the runs of one way took. */
  private static final class Cost {
    private final String name;
    private final double[] megabytesPerSecond;
    private final double[] cpuSecondsPerGigabyte;
    private String note = "";

    Cost(String name, int runs) {
      this.name = name;
      this.megabytesPerSecond = new double[runs];
      this.cpuSecondsPerGigabyte = new double[runs];
    }
  }

  /** A way to read; returns the bytes that it has read. */
  private interface ReadMethod {
    long read(Cost cost);
  }

  /** Makes a benchmark that reports to a writer. */
  public S3Benchmark(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  /** Runs it. */
  public void run() {
    Path file = settings.file().toAbsolutePath();
    try (LinkProcess link = LinkProcess.start(file.getParent(), settings.shape())) {
      S3Options s3 =
          S3Options.DEFAULT
              .withEndpoint(link.url())
              .withRegion("us-east-1")
              .withPathStyle()
              .withAnonymous();
      SessionOptions options = SessionOptions.defaults().withThreads(settings.threads()).withS3(s3);
      try (Session session = Heddle.local(options)) {
        String path = "s3a://lab/" + file.getFileName();
        StoredFile stored = Storages.of(path).stat(path);
        Cost raw = new Cost("plain GETs", settings.runs());
        Cost storage = new Cost("storage", settings.runs());
        Cost query = new Cost("query", settings.runs());
        session.createView("lineitem", session.read().parquet(path));
        for (int run = -WARM_UP_RUNS; run < settings.runs(); run++) {
          measure(raw, run, cost -> plainGets(link.url(), stored));
          measure(storage, run, cost -> storage(stored));
          measure(query, run, cost -> query(session, cost));
        }
        report(raw, raw);
        report(storage, raw);
        report(query, raw);
      }
    }
  }

  private void measure(Cost cost, int run, ReadMethod way) {
    long begun = System.nanoTime();
    long cpuBegun = system.getProcessCpuTime();
    long bytes = way.read(cost);
    long nanos = System.nanoTime() - begun;
    long cpuNanos = system.getProcessCpuTime() - cpuBegun;
    if (run >= 0) {
      cost.megabytesPerSecond[run] = bytes * 1e3 / nanos;
      cost.cpuSecondsPerGigabyte[run] = (double) cpuNanos / bytes;
    }
  }

  private void report(Cost cost, Cost raw) {
    double rate = Median.of(cost.megabytesPerSecond);
    out.println(
        String.format(
            Locale.ROOT,
            "%-12s %7.1f MB/s  %5.1f %% of plain GETs  %5.2f CPU s/GB  %s",
            cost.name,
            rate,
            100 * rate / Median.of(raw.megabytesPerSecond),
            Median.of(cost.cpuSecondsPerGigabyte),
            cost.note));
    out.flush();
  }

  private static long plainGets(String url, StoredFile file) {
    RangeClient.fetch(url, "/lab/" + file.name(), file.sizeBytes(), RANGE_BYTES, RAW_CONNECTIONS);
    return file.sizeBytes();
  }

  private static long storage(StoredFile file) {
    Storage storage = Storages.of(file.path());
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("benchmark");
        RangedInput input = storage.open(file)) {
      Deque<PendingRead> reads = new ArrayDeque<>();
      for (long from = 0; from < file.sizeBytes() || !reads.isEmpty(); from += RANGE_BYTES) {
        if (from < file.sizeBytes()) {
          int bytes = (int) Math.min(RANGE_BYTES, file.sizeBytes() - from);
          reads.add(input.start(from, bytes, account));
        }
        if (reads.size() >= READS_AHEAD || from >= file.sizeBytes()) {
          try (PendingRead read = reads.remove()) {
            read.await().release();
          }
        }
      }
    }
    return file.sizeBytes();
  }

  private static long query(Session session, Cost cost) {
    try (QueryResult result = session.sql(ScanQueries.everything("")).collect()) {
      Traffic traffic = result.profile().traffic();
      if (traffic == null) {
        throw new IllegalStateException("The query has read nothing");
      }
      cost.note = traffic.line();
      return traffic.bytesRead();
    }
  }
}
