package dev.heddle.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/** The decoder agrees with the library, and stays within its buffers whatever the bytes are. */
class SnappyDecoderTest {
  private static final byte GUARD = 0x5a;

  private static byte[] decompress(MemoryAccount account, byte[] block, int bytes) {
    Buffer source = account.allocate(block.length);
    Buffer target = account.allocate(bytes);
    try {
      Memory.copyFromArray(block, 0, source.address(), block.length);
      Memory.fill(target.address(), target.capacity() + Buffer.PADDING, GUARD);
      int written =
          SnappyDecoder.decompress(source.address(), block.length, target.address(), bytes);
      return Memory.toArray(target.address(), Math.min(written, bytes));
    } finally {
      source.release();
      target.release();
    }
  }

  private static byte[] content(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 300_000 : 3000)];
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(200));
      switch (random.nextInt(4)) {
        case 0 -> {
          byte[] noise = new byte[length];
          random.nextBytes(noise);
          System.arraycopy(noise, 0, bytes, at, length);
        }
        case 1 -> Arrays.fill(bytes, at, at + length, (byte) random.nextInt(3));
        case 2 -> {
          int period = 1 + random.nextInt(12);
          for (int i = at; i < at + length; i++) {
            bytes[i] = i - period >= 0 ? bytes[i - period] : (byte) i;
          }
        }
        default -> {
          int back = at == 0 ? 0 : random.nextInt(at);
          for (int i = 0; i < length; i++) {
            bytes[at + i] = bytes[Math.min(back + i, at)];
          }
        }
      }
      at += length;
    }
    return bytes;
  }

  @Test
  void agreesWithTheLibrary() throws IOException {
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int seed = 0; seed < 500; seed++) {
        byte[] content = content(new Random(seed));
        byte[] block = Snappy.compress(content);
        assertThat(decompress(account, block, content.length))
            .as("seed %d", seed)
            .isEqualTo(content);
      }
    }
  }

  @Test
  void aLiteralOfFourBytesAndAFarCopyMayEndABlock() throws IOException {
    byte[] block =
        HexFormat.of()
            .parseHex(
                "de03380a00000003aa8a120205a8aaaa0aff36010000bc360f00fe1000fe1000fe1000fe1000fe1000"
                    + "86100000001d010c04400000fe8001");
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      assertThat(decompress(account, block, 478)).isEqualTo(Snappy.uncompress(block));
    }
  }

  @Test
  void theLongestPairMayBeTheLast() throws IOException {
    byte[] block = new byte[1 + 33 + 5 + 3];
    block[0] = 32 + 4 + 64; // bytes in all
    block[1] = 31 << 2; // a literal of 32 bytes
    block[34] = 3 << 2; // one of 4 bytes
    block[39] = (byte) (63 << 2 | 2); // a copy of 64 bytes from 32 bytes back
    block[40] = 32;
    for (int i = 0; i < 36; i++) {
      block[i < 32 ? 2 + i : 3 + i] = (byte) i;
    }
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      assertThat(decompress(account, block, block[0])).isEqualTo(Snappy.uncompress(block));
    }
  }

  @Test
  void brokenBlocksEndInAnErrorOrInBytes() throws IOException {
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      for (int seed = 0; seed < 3000; seed++) {
        Random random = new Random(seed);
        byte[] content = content(random);
        byte[] block = Snappy.compress(content);
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          block[random.nextInt(block.length)] = (byte) random.nextInt();
        }
        if (random.nextInt(4) == 0) {
          block = Arrays.copyOf(block, random.nextInt(block.length));
        }
        try {
          decompress(account, block, content.length);
        } catch (CorruptDataException e) {
          assertThat(e).as("seed %d", seed).hasMessageContaining("snappy");
        }
      }
    }
  }

  @Test
  void anotherSizeThanAnnouncedIsReported() throws IOException {
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      byte[] block = Snappy.compress(new byte[100]);
      assertThat(decompress(account, block, 99)).hasSize(99);
      assertThatThrownBy(() -> decompress(account, new byte[] {5, 0, 1}, 5))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("no valid snappy data");
    }
  }
}
