package dev.heddle.physical.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
  private static final byte[] BYTES = {'a', 'b', 0, 1, (byte) 0x80, (byte) 0xff, (byte) 0x81};

  private static byte[] random(Random random, int length, int kinds) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = BYTES[random.nextInt(kinds)];
    }
    return bytes;
  }

  private static int twin(byte[] needle, byte[] text, int length, int from) {
    for (int at = from; at + needle.length <= length; at++) {
      if (Arrays.equals(text, at, at + needle.length, needle, 0, needle.length)) {
        return at;
      }
    }
    return -1;
  }

  @Test
  void findsTheFirstPlaceOnlyWithinTheText() {
    Random random = new Random(5);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("search")) {
      Buffer buffer = account.allocate(200);
      try {
        for (int i = 0; i < 100_000; i++) {
          int kinds = 1 + random.nextInt(BYTES.length);
          byte[] text = random(random, 100, kinds); // beyond the length too
          int length = random.nextInt(80);
          int from = random.nextInt(length + 1);
          int start = random.nextInt(80);
          byte[] needle =
              random.nextBoolean()
                  ? Arrays.copyOfRange(text, start, start + random.nextInt(20))
                  : random(random, random.nextInt(20), kinds);
          Memory.copyFromArray(text, 0, buffer.address(), text.length);
          assertThat(new ByteSearch(needle).indexOf(buffer.address(), length, from))
              .as(Arrays.toString(needle) + " in " + Arrays.toString(text) + ", " + length)
              .isEqualTo(twin(needle, text, length, from));
        }
      } finally {
        buffer.release();
      }
    }
  }
}
