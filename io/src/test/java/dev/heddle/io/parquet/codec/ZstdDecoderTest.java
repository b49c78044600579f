package dev.heddle.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The decoder agrees with the library or leaves the frame to it, and stays within its target. */
class ZstdDecoderTest {
  private static final byte GUARD = 0x5a;

  /** Returns the content, or null if the decoder does not take the frame. */
  private static byte @Nullable [] decompress(
      MemoryAccount account, ZstdDecoder decoder, byte[] frame, int bytes) {
    Buffer source = account.allocate(frame.length);
    Buffer target = account.allocate(bytes);
    try {
      Memory.copyFromArray(frame, 0, source.address(), frame.length);
      Memory.fill(target.address(), bytes + Buffer.PADDING, GUARD);
      int written = decoder.decompress(source.address(), frame.length, target.address(), bytes);
      byte[] behind = Memory.toArray(target.address() + bytes, Buffer.PADDING);
      for (byte b : behind) {
        assertThat(b).isEqualTo(GUARD);
      }
      assertThat(written).isIn(-1, bytes);
      return written < 0 ? null : Memory.toArray(target.address(), bytes);
    } finally {
      source.release();
      target.release();
    }
  }

  /** Numbers of some width below some bound, here and there the same, noise or those before. */
  private static byte[] numbers(Random random) {
    int width = random.nextBoolean() ? 8 : 4;
    int count = 1 + random.nextInt(random.nextInt(20) == 0 ? 100_000 : 400);
    long bound = 1L << (1 + random.nextInt(8 * width - 2));
    boolean isMixed = random.nextInt(3) == 0;
    ByteBuffer bytes = ByteBuffer.allocate(count * width).order(ByteOrder.LITTLE_ENDIAN);
    int alike = 0;
    long value = 0;
    while (bytes.hasRemaining()) {
      if (alike == 0) {
        value = random.nextLong(bound);
        alike = isMixed && random.nextInt(50) == 0 ? random.nextInt(300) : 0;
        bound = isMixed && random.nextInt(100) == 0 ? Long.MAX_VALUE : bound;
      } else {
        alike--;
      }
      if (width == 8) {
        bytes.putLong(value);
      } else {
        bytes.putInt((int) value);
      }
    }
    return bytes.array();
  }

  @Test
  void agreesWithTheLibraryAndTakesMostFramesOfNumbers() {
    ZstdDecoder decoder = new ZstdDecoder();
    int taken = 0;
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int seed = 0; seed < 2000; seed++) {
        Random random = new Random(seed);
        byte[] content = numbers(random);
        byte[] frame = Zstd.compress(content, random.nextInt(-5, 9));
        byte[] decoded = decompress(account, decoder, frame, content.length);
        if (decoded != null) {
          assertThat(decoded).as("seed %d", seed).isEqualTo(content);
          taken++;
        }
      }
    }
    assertThat(taken).isGreaterThan(500);
  }

  @Test
  void takesPagesOfPrices() {
    ZstdDecoder decoder = new ZstdDecoder();
    Random random = new Random(1);
    ByteBuffer prices = ByteBuffer.allocate(8 * 100_000).order(ByteOrder.LITTLE_ENDIAN);
    while (prices.hasRemaining()) {
      prices.putLong(90_000 + random.nextLong(10_000_000));
    }
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int level : new int[] {1, 3, 9}) {
        byte[] frame = Zstd.compress(prices.array(), level);
        assertThat(decompress(account, decoder, frame, prices.capacity()))
            .isEqualTo(prices.array());
        assertThat(decompress(account, decoder, frame, prices.capacity() - 1)).isNull();
        assertThat(decompress(account, decoder, frame, prices.capacity() + 1)).isNull();
      }
    }
  }

  /** Stretches of equal bytes, noise, prices and small numbers, of up to some blocks each. */
  private static byte[] stretches(Random random) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * 150_000).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      int kind = random.nextInt(8);
      long bound = 1L << (1 + random.nextInt(40));
      for (int n = random.nextInt(60_000); n >= 0 && bytes.hasRemaining(); n--) {
        bytes.putLong(kind == 0 ? 0 : kind == 1 ? random.nextLong() : random.nextLong(bound));
      }
    }
    return bytes.array();
  }

  @Test
  void blocksOfAllKindsFollowEachOther() {
    ZstdDecoder decoder = new ZstdDecoder();
    int taken = 0;
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int seed = 0; seed < 60; seed++) {
        Random random = new Random(seed);
        byte[] content = stretches(random);
        byte[] frame = Zstd.compress(content, random.nextInt(-5, 9));
        byte[] decoded = decompress(account, decoder, frame, content.length);
        if (decoded != null) {
          assertThat(decoded).as("seed %d", seed).isEqualTo(content);
          taken++;
        }
      }
    }
    assertThat(taken).isGreaterThan(15);
  }

  @Test
  void leavesTextAndEmptyFramesToTheLibrary() {
    ZstdDecoder decoder = new ZstdDecoder();
    byte[] text =
        "to be or not to be ".repeat(100).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      assertThat(decompress(account, decoder, Zstd.compress(text), text.length)).isNull();
      assertThat(decompress(account, decoder, Zstd.compress(new byte[0]), 0)).isNull();
      assertThat(decompress(account, decoder, new byte[0], 10)).isNull();
    }
  }

  @Test
  void brokenFramesEndInBytesOrAreLeft() {
    ZstdDecoder decoder = new ZstdDecoder();
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int seed = 0; seed < 4000; seed++) {
        Random random = new Random(seed);
        byte[] content = numbers(random);
        byte[] frame = Zstd.compress(content, random.nextInt(-5, 6));
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          int headers = Math.min(frame.length, 40);
          int at = random.nextInt(random.nextBoolean() ? headers : frame.length);
          frame[at] = (byte) random.nextInt();
        }
        if (random.nextInt(4) == 0) {
          frame = Arrays.copyOf(frame, random.nextInt(frame.length));
        }
        decompress(account, decoder, frame, content.length);
      }
    }
  }
}
