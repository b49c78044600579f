package dev.heddle.physical.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
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
      Buffer buffer = account.allocate(400);
      try {
        for (int i = 0; i < Effort.of(100_000); i++) {
          int kinds = 1 + random.nextInt(BYTES.length);
          byte[] text = random(random, 300, kinds); // beyond the length too
          int length = random.nextInt(i % 4 == 0 ? 280 : 80);
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

  @Test
  void findsOneOccurrenceAnywhereInALongText() {
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("search")) {
      int length = 5_000;
      Buffer text = account.allocate(length);
      Buffer views = account.allocate(16 + 8);
      try {
        Memory.fill(text.address(), length, (byte) 'a');
        StringViews.put(views.address(), text.address(), length, 0, 0);
        long[] data = {text.address()};
        for (byte[] needle : new byte[][] {{'b'}, {'b', 'c'}, {'b', 'x', 'c'}}) {
          ByteSearch search = new ByteSearch(needle);
          search.contained(views.address(), data, 1, views.address() + 16);
          assertThat(Bits.get(views.address() + 16, 0)).isFalse();
          for (int at = 0; at + needle.length <= length; at++) {
            Memory.copyFromArray(needle, 0, text.address() + at, needle.length);
            search.contained(views.address(), data, 1, views.address() + 16);
            assertThat(Bits.get(views.address() + 16, 0)).as("at " + at).isTrue();
            Memory.fill(text.address() + at, needle.length, (byte) 'a');
          }
        }
      } finally {
        text.release();
        views.release();
      }
    }
  }

  @Test
  void testsColumnsOfTextsAsOneByOne() {
    Random random = new Random(6);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("search")) {
      Buffer bytes = account.allocate(130 * 600);
      Buffer views = account.allocate(130 * 16);
      Buffer bits = account.allocate(24);
      try {
        for (int i = 0; i < Effort.of(3_000); i++) {
          int kinds = 1 + random.nextInt(BYTES.length);
          byte[] text = random(random, 130 * 600, kinds);
          Memory.copyFromArray(text, 0, bytes.address(), text.length);
          int rows = 1 + random.nextInt(130);
          int[] starts = new int[rows];
          int[] lengths = new int[rows];
          int longest = 1 + random.nextInt(i % 4 == 0 ? 600 : 100);
          for (int row = 0; row < rows; row++) {
            starts[row] = random.nextInt(text.length - 600);
            lengths[row] = random.nextInt(longest + 1);
            long start = bytes.address() + starts[row];
            StringViews.put(views.address() + 16L * row, start, lengths[row], 0, starts[row]);
          }
          byte[] needle = random(random, random.nextInt(random.nextBoolean() ? 4 : 14), kinds);
          ByteSearch search = new ByteSearch(needle);
          long[] data = {bytes.address()};
          String about = Arrays.toString(needle) + ", case " + i;
          search.contained(views.address(), data, rows, bits.address());
          for (int row = 0; row < rows; row++) {
            byte[] one = Arrays.copyOfRange(text, starts[row], starts[row] + lengths[row]);
            assertThat(Bits.get(bits.address(), row))
                .as(about + " in " + Arrays.toString(one))
                .isEqualTo(twin(needle, one, one.length, 0) >= 0);
          }
          search.leading(views.address(), data, rows, bits.address());
          for (int row = 0; row < rows; row++) {
            byte[] one = Arrays.copyOfRange(text, starts[row], starts[row] + lengths[row]);
            assertThat(Bits.get(bits.address(), row))
                .as(about + " leads " + Arrays.toString(one))
                .isEqualTo(twin(needle, one, Math.min(needle.length, one.length), 0) == 0);
          }
          search.trailing(views.address(), data, rows, bits.address());
          for (int row = 0; row < rows; row++) {
            byte[] one = Arrays.copyOfRange(text, starts[row], starts[row] + lengths[row]);
            int from = one.length - needle.length;
            assertThat(Bits.get(bits.address(), row))
                .as(about + " trails " + Arrays.toString(one))
                .isEqualTo(from >= 0 && twin(needle, one, one.length, from) == from);
          }
        }
      } finally {
        bytes.release();
        views.release();
        bits.release();
      }
    }
  }
}
