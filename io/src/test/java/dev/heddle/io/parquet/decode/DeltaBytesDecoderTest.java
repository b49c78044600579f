package dev.heddle.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.codec.CorruptDataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

/** Texts that share their starts come back as parquet-java has written them. */
class DeltaBytesDecoderTest {
  private static final int[] LONGEST = {3, 14, 80, 700, 40_000};

  private static List<byte[]> values(Random random) {
    int longest = LONGEST[random.nextInt(LONGEST.length)];
    List<byte[]> values = new ArrayList<>();
    byte[] before = {};
    int count = 1 + random.nextInt(longest > 1000 ? 60 : 2000);
    for (int i = 0; i < count; i++) {
      int length = random.nextInt(4) == 0 ? random.nextInt(5) : random.nextInt(longest + 1);
      byte[] value = new byte[length];
      random.nextBytes(value);
      int shared = Math.min(before.length, random.nextInt(length + 1));
      System.arraycopy(before, 0, value, 0, Math.min(shared, length));
      values.add(value);
      before = value;
    }
    return values;
  }

  private static byte[] written(List<byte[]> values) throws IOException {
    try (DeltaByteArrayWriter writer =
        new DeltaByteArrayWriter(100, 64_000, HeapByteBufferAllocator.getInstance())) {
      values.forEach(value -> writer.writeBytes(Binary.fromConstantByteArray(value)));
      return writer.getBytes().toByteArray();
    }
  }

  private static byte[] text(long view, long[] data) {
    return Memory.toArray(StringViews.address(view, data), StringViews.length(view));
  }

  @Test
  void readsPicksAndLeavesOutPiecesOfAnyLength() throws IOException {
    try (MemoryAccount account = new MemoryLedger(1L << 28).open("test")) {
      for (int seed = 0; seed < 400; seed++) {
        Random random = new Random(seed);
        List<byte[]> values = values(random);
        byte[] bytes = written(values);
        Buffer page = account.allocate(bytes.length);
        Memory.copyFromArray(bytes, 0, page.address(), bytes.length);
        long end = page.address() + bytes.length;
        DeltaBytesDecoder decoder =
            new DeltaBytesDecoder(page.address(), end, values.size(), account);
        for (int done = 0; done < values.size(); ) {
          int rows = Math.min(values.size() - done, 1 + random.nextInt(300));
          check(decoder, values.subList(done, done + rows), random, account, "seed " + seed);
          done += rows;
        }
        assertThatThrownBy(() -> decoder.skip(1))
            .isInstanceOf(CorruptDataException.class)
            .hasMessage("values end before the page's last one");
        decoder.close();
        page.release();
        assertThat(account.usedBytes()).as("seed %d", seed).isZero();
      }
    }
  }

  private static void check(
      DeltaBytesDecoder decoder,
      List<byte[]> values,
      Random random,
      MemoryAccount account,
      String seed) {
    int rows = values.size();
    int way = random.nextInt(3);
    if (way == 0) {
      decoder.skip(rows);
      return;
    }
    Buffer views = account.allocate(16L * rows);
    Buffer positions = account.allocate(4L * rows);
    ViewData data = new ViewData();
    List<byte[]> wanted = new ArrayList<>(values);
    if (way == 1) {
      decoder.read(views.address(), 0, rows, data);
    } else {
      wanted.clear();
      for (int i = 0; i < rows; i++) {
        if (random.nextInt(3) == 0) {
          Memory.putInt(positions.address() + 4L * wanted.size(), i);
          wanted.add(values.get(i));
        }
      }
      assertThat(decoder.pick(positions.address(), wanted.size(), rows, views.address(), data))
          .isTrue();
    }
    long[] addresses = data.addresses();
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(Arrays.equals(text(views.address() + 16L * i, addresses), wanted.get(i)))
          .as("%s, value %d", seed, i)
          .isTrue();
    }
    data.clear();
    positions.release();
    views.release();
  }
}
