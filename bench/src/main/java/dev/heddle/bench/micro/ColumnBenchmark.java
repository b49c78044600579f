package dev.heddle.bench.micro;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.Random;
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

/** Hashing and gathering the columns of one batch: numbers and short text. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC"})
public class ColumnBenchmark {
  private final MemoryAccount account = new MemoryLedger(64L << 20).open("benchmark");
  private Column numbers;
  private Column texts;
  private Buffer hashes;
  private Buffer positions;

  /** Makes a batch of seeded values and the positions of every other row. */
  @Setup
  public void make() {
    Random random = new Random(1);
    try (ColumnBuilder longs = new ColumnBuilder(DataType.INT64, account);
        ColumnBuilder strings = new ColumnBuilder(DataType.STRING, account)) {
      for (int i = 0; i < Batch.MAX_ROWS; i++) {
        longs.appendLong(random.nextLong());
        strings.appendString("key " + random.nextInt(100_000));
      }
      numbers = longs.build();
      texts = strings.build();
    }
    hashes = account.allocate(8L * Batch.MAX_ROWS);
    positions = account.allocate(4L * Batch.MAX_ROWS);
    for (int i = 0; i < Batch.MAX_ROWS / 2; i++) {
      Memory.putInt(positions.address() + 4L * i, 2 * i);
    }
  }

  /** Frees everything and proves it. */
  @TearDown
  public void free() {
    numbers.release();
    texts.release();
    hashes.release();
    positions.release();
    account.close();
  }

  /** The work that the others are measured against. */
  @Benchmark
  public long reference() {
    return ReferenceKernel.run(numbers.values());
  }

  /** Hashes 4096 64-bit integers. */
  @Benchmark
  public long hashNumbers() {
    RowHash.hashColumn(numbers, Batch.MAX_ROWS, hashes.address());
    return Memory.getLong(hashes.address());
  }

  /** Hashes 4096 texts of up to 9 bytes. */
  @Benchmark
  public long hashTexts() {
    RowHash.hashColumn(texts, Batch.MAX_ROWS, hashes.address());
    return Memory.getLong(hashes.address());
  }

  /** Gathers every other of 4096 64-bit integers. */
  @Benchmark
  public int gatherNumbers() {
    Column gathered = Gather.rows(numbers, positions.address(), Batch.MAX_ROWS / 2, account);
    int rows = gathered.rows();
    gathered.release();
    return rows;
  }

  /** Gathers every other of 4096 texts. */
  @Benchmark
  public int gatherTexts() {
    Column gathered = Gather.rows(texts, positions.address(), Batch.MAX_ROWS / 2, account);
    int rows = gathered.rows();
    gathered.release();
    return rows;
  }
}
