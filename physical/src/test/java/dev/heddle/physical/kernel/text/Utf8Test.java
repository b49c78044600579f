package dev.heddle.physical.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
  @Test
  void countsCodePointsWithinTheText() {
    Random random = new Random(31);
    String[] kinds = {"a", "b", "ä", "日", "😀"};
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("texts")) {
      Buffer buffer = account.allocate(400);
      try {
        for (int i = 0; i < 20_000; i++) {
          StringBuilder text = new StringBuilder();
          int most = i % 2 == 0 ? 2 : kinds.length;
          for (int points = random.nextInt(40); points > 0; points--) {
            text.append(kinds[random.nextInt(most)]);
          }
          byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
          Memory.fill(buffer.address(), 400, (byte) 0x80); // what is behind does not count
          Memory.copyFromArray(utf8, 0, buffer.address(), utf8.length);
          assertThat(Utf8.codePoints(buffer.address(), utf8.length))
              .as(text.toString())
              .isEqualTo(text.codePointCount(0, text.length()));
          assertThat(Utf8.isAscii(buffer.address(), utf8.length))
              .as(text.toString())
              .isEqualTo(utf8.length == text.length());
        }
      } finally {
        buffer.release();
      }
    }
  }
}
