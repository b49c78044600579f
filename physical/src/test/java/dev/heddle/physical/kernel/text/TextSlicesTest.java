package dev.heddle.physical.kernel.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextSlicesTest {
  private static final int CASES = 20_000;

  private static String random(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("ab\u0000\u0001\u00ff\u0080".charAt(random.nextInt(6)));
    }
    return text.toString();
  }

  private static void put(String text, long address) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    for (int i = 0; i < bytes.length; i++) {
      Memory.putByte(address + i, bytes[i]);
    }
  }

  @Test
  void findsTheFirstPlaceFromAnOffsetOn() {
    Random random = new Random(7);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("find")) {
      Buffer memory = account.allocate(128);
      long part = memory.address() + 64;
      for (int i = 0; i < CASES; i++) {
        String text = random(random, random.nextInt(40));
        String wanted = random(random, 1 + random.nextInt(10 - random.nextInt(9)));
        int from = random.nextInt(text.length() + 2);
        put(text, memory.address());
        put(wanted, part);
        assertThat(TextSlices.find(memory.address(), text.length(), from, part, wanted.length()))
            .as("case %d", i)
            .isEqualTo(text.indexOf(wanted, from));
      }
      memory.release();
    }
  }
}
