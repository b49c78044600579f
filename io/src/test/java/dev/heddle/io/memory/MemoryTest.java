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
}
