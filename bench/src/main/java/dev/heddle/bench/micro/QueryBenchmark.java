package dev.heddle.bench.micro;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Queries of one operator over 256 Ki rows, on one thread: aggregate updates, join probes, sorts
 * and windows over rows in memory, decoders over Parquet files. Planning is a small part, since
 * plans are used again.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC"})
public class QueryBenchmark {
  private static final int SIDE = 512;

  private final MemoryAccount account = new MemoryLedger(1L << 20).open("benchmark");
  private Buffer words;
  private Session session;
  private Path folder;

  /** Makes the rows, in memory and in files of two codecs. */
  @Setup
  public void make() throws IOException {
    words = account.allocateZeroed(8L * 4096);
    session = Heddle.local(SessionOptions.defaults().withThreads(1));
    folder = Files.createTempDirectory("heddle-micro");
    DataFrame numbers = numbers();
    numbers.write().parquet(folder.resolve("plain.parquet").toString());
    session.createView("numbers", numbers.cache());
    session.execute(
        "copy (select * from numbers) to '"
            + folder.resolve("snappy.parquet")
            + "' (format parquet, compression snappy)");
    session.createView(
        "keys", session.sql("select distinct k * 2 as k, 'x' || k as t from numbers").cache());
  }

  private DataFrame numbers() {
    StringBuilder values = new StringBuilder("(values (0)");
    for (int i = 1; i < SIDE; i++) {
      values.append(", (").append(i).append(')');
    }
    values.append(") ");
    String hashed = "(((a.x * 512 + b.x) * 7919) % 262144)";
    return session.sql(
        "select cast("
            + hashed
            + " as bigint) as n, "
            + hashed
            + " % 1000 as k, 'text ' || ("
            + hashed
            + " % 5000) as s, "
            + hashed
            + " * 0.5e0 as d from "
            + values
            + "a(x), "
            + values
            + "b(x)");
  }

  /** Frees everything. */
  @TearDown
  public void free() throws IOException {
    session.close();
    words.release();
    account.close();
    for (String name : new String[] {"plain.parquet", "snappy.parquet"}) {
      Files.deleteIfExists(folder.resolve(name));
    }
    Files.deleteIfExists(folder);
  }

  private long run(String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return result.rowCount();
    }
  }

  /** The work that the others are measured against. */
  @Benchmark
  public long reference() {
    return ReferenceKernel.run(words.address());
  }

  /** Updates sums of a thousand groups. */
  @Benchmark
  public long aggregateUpdate() {
    return run("select k, sum(d), count(*) from numbers group by k");
  }

  /** Finds groups by text. */
  @Benchmark
  public long groupByText() {
    return run("select s, count(*) from numbers group by s");
  }

  /** Probes a table of a thousand keys. */
  @Benchmark
  public long joinProbe() {
    return run("select sum(n.d), max(keys.t) from numbers n join keys on n.k = keys.k");
  }

  /** Sorts by integers. */
  @Benchmark
  public long sortIntegers() {
    return run("select n from numbers order by n");
  }

  /** Sorts by text. */
  @Benchmark
  public long sortTexts() {
    return run("select s from numbers order by s");
  }

  /** Numbers rows within partitions. */
  @Benchmark
  public long window() {
    return run(
        "select max(r) from (select row_number() over (partition by k order by n) as r"
            + " from numbers) t");
  }

  /** Reads a file whose pages are compressed by zstd. */
  @Benchmark
  public long decodeZstd() {
    return run("select sum(n), sum(d), max(s) from '" + folder.resolve("plain.parquet") + "'");
  }

  /** Reads a file whose pages are compressed by snappy. */
  @Benchmark
  public long decodeSnappy() {
    return run("select sum(n), sum(d), max(s) from '" + folder.resolve("snappy.parquet") + "'");
  }

  /** Unpacks the codes of a dictionary. */
  @Benchmark
  public long decodeCodes() {
    return run("select sum(k) from '" + folder.resolve("snappy.parquet") + "'");
  }
}
