package dev.heddle.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.IOException;
import java.util.Random;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.junit.jupiter.api.Test;

/** Deltas of every width come back as parquet-java has written them. */
class DeltaDecoderTest {
  private static long[] values(Random random, int width, boolean isAscending) {
    long[] values = new long[1 + random.nextInt(3000)];
    long before = random.nextLong();
    for (int i = 0; i < values.length; i++) {
      long some = width == 0 ? 3 : random.nextLong() >>> (64 - width);
      values[i] = isAscending ? before + some : some;
      before = values[i];
    }
    return values;
  }

  private static byte[] written(long[] values) throws IOException {
    try (DeltaBinaryPackingValuesWriterForLong writer =
        new DeltaBinaryPackingValuesWriterForLong(
            128, 4, 100, 64_000, HeapByteBufferAllocator.getInstance())) {
      for (long value : values) {
        writer.writeLong(value);
      }
      return writer.getBytes().toByteArray();
    }
  }

  @Test
  void readsDeltasOfEveryWidthInPiecesOfAnyLength() throws IOException {
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int seed = 0; seed < 650; seed++) {
        Random random = new Random(seed);
        long[] values = values(random, seed % 65, seed % 2 == 0);
        byte[] bytes = written(values);
        Buffer source = account.allocate(bytes.length);
        Buffer target = account.allocate(8L * values.length);
        Memory.copyFromArray(bytes, 0, source.address(), bytes.length);
        DeltaDecoder decoder = new DeltaDecoder();
        decoder.reset(source.address(), bytes.length);
        for (int done = 0; done < values.length; ) {
          int rows = Math.min(values.length - done, 1 + random.nextInt(500));
          decoder.read(target.address() + 8L * done, rows, 8);
          done += rows;
        }
        for (int i = 0; i < values.length; i++) {
          assertThat(Memory.getLong(target.address() + 8L * i))
              .as("seed %d, value %d", seed, i)
              .isEqualTo(values[i]);
        }
        source.release();
        target.release();
      }
    }
  }
}
