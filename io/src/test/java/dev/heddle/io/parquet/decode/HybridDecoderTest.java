package dev.heddle.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Codes of every width, in runs and packed, and the entries of dictionaries that they stand for.
 */
class HybridDecoderTest {
  private static final int PADDING = 64; // that decoders may read over

  /** Runs and packed groups, and the codes in them. */
  private static final class Codes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Integer> all = new ArrayList<>();
    private final int width;

    Codes(int width) {
      this.width = width;
    }

    void run(int code, int count) {
      header((long) count << 1);
      for (int shift = 0; shift < width; shift += 8) {
        bytes.write(code >>> shift);
      }
      for (int i = 0; i < count; i++) {
        all.add(code);
      }
    }

    void packed(List<Integer> codes) {
      header(((long) (codes.size() / 8) << 1) | 1);
      byte[] packed = new byte[codes.size() * width / 8];
      for (int i = 0; i < codes.size() * width; i++) {
        int bit = (codes.get(i / width) >>> (i % width)) & 1;
        packed[i / 8] |= (byte) (bit << (i % 8));
      }
      bytes.writeBytes(packed);
      all.addAll(codes);
    }

    private void header(long value) {
      long left = value;
      while (left > 0x7f) {
        bytes.write((int) (left | 0x80));
        left >>>= 7;
      }
      bytes.write((int) left);
    }
  }

  private static Codes random(Random random, int width, int entries) {
    Codes codes = new Codes(width);
    while (codes.all.size() < 3000) {
      if (random.nextInt(3) == 0) {
        codes.run(random.nextInt(entries), 1 + random.nextInt(200));
        continue;
      }
      List<Integer> some = new ArrayList<>();
      for (int i = 8 * (1 + random.nextInt(40)); i > 0; i--) {
        some.add(random.nextInt(entries));
      }
      codes.packed(some);
    }
    return codes;
  }

  private static Buffer memory(MemoryAccount account, byte[] bytes) {
    Buffer buffer = account.allocate(bytes.length + PADDING);
    for (int i = 0; i < bytes.length; i++) {
      Memory.putByte(buffer.address() + i, bytes[i]);
    }
    return buffer;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 12, 14, 15, 16, 20})
  void entriesAreThoseOfTheCodes(int width) {
    Random random = new Random(width);
    int entries = width == 1 ? 2 : (1 << width) - random.nextInt(1 << (width - 1));
    Codes codes = random(random, width, entries);
    try (MemoryAccount account = new MemoryLedger(16 << 20).open("test")) {
      Buffer source = memory(account, codes.bytes.toByteArray());
      Buffer dictionary = account.allocate(8L * entries);
      Buffer target = account.allocate(8L * codes.all.size());
      for (int i = 0; i < entries; i++) {
        Memory.putLong(dictionary.address() + 8L * i, 1_000_003L * i);
      }
      HybridDecoder decoder = new HybridDecoder();
      decoder.reset(source.address(), codes.bytes.size(), width);
      int read = 0;
      while (read < codes.all.size()) { // from anywhere in a packed group
        int n = Math.min(codes.all.size() - read, 1 + random.nextInt(300));
        assertThat(
                decoder.readLongs(
                    dictionary.address(), entries - 1, target.address() + 8L * read, n))
            .isTrue();
        read += n;
      }
      for (int i = 0; i < read; i++) {
        assertThat(Memory.getLong(target.address() + 8L * i))
            .isEqualTo(1_000_003L * codes.all.get(i));
      }
      for (int i = 0; i < entries; i++) {
        Memory.putInt(dictionary.address() + 4L * i, 31 * i + 7);
      }
      decoder.reset(source.address(), codes.bytes.size(), width);
      for (int from = 0; from < read; ) {
        int n = Math.min(read - from, 1 + random.nextInt(300));
        assertThat(
                decoder.readInts(
                    dictionary.address(), entries - 1, target.address() + 4L * from, n))
            .isTrue();
        from += n;
      }
      for (int i = 0; i < read; i++) {
        assertThat(Memory.getInt(target.address() + 4L * i)).isEqualTo(31 * codes.all.get(i) + 7);
      }
      decoder.reset(source.address(), codes.bytes.size(), width);
      for (int from = 0; from < read; ) {
        int n = Math.min(read - from, 1 + random.nextInt(300));
        assertThat(decoder.readCodes(entries - 1, target.address() + 4L * from, n)).isTrue();
        from += n;
      }
      for (int i = 0; i < read; i++) {
        assertThat(Memory.getInt(target.address() + 4L * i)).isEqualTo(codes.all.get(i));
      }
      target.release();
      dictionary.release();
      source.release();
    }
  }

  @Test
  void aCodeBeyondTheDictionaryIsNotReadWhereverItIs() {
    for (int width : new int[] {2, 7, 8, 11, 14, 16}) {
      for (int place = 0; place < 15; place++) {
        int entries = (1 << width) - 1; // the largest code of the width stands for nothing
        Codes codes = new Codes(width);
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          some.add(i == place ? entries : i % entries);
        }
        codes.packed(some);
        codes.run(place < 8 ? 0 : entries, 7);
        try (MemoryAccount account = new MemoryLedger(16 << 20).open("test")) {
          Buffer source = memory(account, codes.bytes.toByteArray());
          Buffer dictionary = account.allocateZeroed(8L * entries);
          Buffer target = account.allocate(8L * 15);
          HybridDecoder decoder = new HybridDecoder();
          decoder.reset(source.address(), codes.bytes.size(), width);
          assertThat(decoder.readLongs(dictionary.address(), entries - 1, target.address(), 15))
              .as("width %d, place %d", width, place)
              .isFalse();
          decoder.reset(source.address(), codes.bytes.size(), width);
          assertThat(decoder.readInts(dictionary.address(), entries - 1, target.address(), 15))
              .isFalse();
          decoder.reset(source.address(), codes.bytes.size(), width);
          assertThat(decoder.readCodes(entries - 1, target.address(), 15)).isFalse();
          target.release();
          dictionary.release();
          source.release();
        }
      }
    }
  }
}
