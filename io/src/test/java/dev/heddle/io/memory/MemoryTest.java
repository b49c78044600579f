package dev.heddle.io.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryTest {
  @Test
  void textsOfAnyLengthAreCopiedAndNothingBesideThem() {
    MemoryAccount account = new MemoryLedger(1 << 20).open("test");
    Buffer from = account.allocate(128);
    Buffer to = account.allocate(128);
    byte[] source = new byte[128];
    new Random(9).nextBytes(source);
    Memory.copyFromArray(source, 0, from.address(), source.length);
    for (int length = 0; length <= 70; length++) {
      Memory.fill(to.address(), 128, (byte) 77);
      Memory.copyText(from.address() + 3, to.address() + 5, length);
      byte[] expected = new byte[128];
      Arrays.fill(expected, (byte) 77);
      System.arraycopy(source, 3, expected, 5, length);
      assertThat(Memory.toArray(to.address(), 128)).as("%d bytes", length).isEqualTo(expected);
    }
    from.release();
    to.release();
    account.close();
  }

  @Test
  void comparesBytesOfAnyLengthLikeArrays() {
    Random random = new Random(8);
    MemoryAccount account = new MemoryLedger(1 << 20).open("test");
    Buffer first = account.allocate(64);
    Buffer second = account.allocate(64);
    long left = first.address();
    long right = second.address();
    for (int trial = 0; trial < 20_000; trial++) {
      byte[] a = new byte[random.nextInt(30)];
      random.nextBytes(a);
      byte[] b = Arrays.copyOf(a, random.nextInt(3) == 0 ? random.nextInt(30) : a.length);
      for (int changes = random.nextInt(3); changes > 0 && b.length > 0; changes--) {
        b[random.nextInt(b.length)] += (byte) random.nextInt(2);
      }
      for (int i = 0; i < 30; i++) {
        Memory.putByte(left + i, i < a.length ? a[i] : (byte) trial);
        Memory.putByte(right + i, i < b.length ? b[i] : (byte) ~trial);
      }
      assertThat(Integer.signum(Memory.compare(left, a.length, right, b.length)))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(a, b)));
      int common = Math.min(a.length, b.length);
      assertThat(Memory.isEqual(left, right, common))
          .isEqualTo(Arrays.equals(a, 0, common, b, 0, common));
    }
    first.release();
    second.release();
    account.close();
  }
}
