package dev.heddle.io.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
  private static final long MIB = 1 << 20;

  @Test
  void blocksOfAllSizesKeepTheirContentWhileMuchIsFreedInLittleMemory() {
    long seed = 4711;
    Random random = new Random(seed);
    MemoryLedger ledger = new MemoryLedger(64 * MIB);
    MemoryAccount account = ledger.open("test");
    List<Buffer> held = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      while (ledger.usedBytes() > 58 * MIB) {
        Buffer old = held.remove(random.nextInt(held.size()));
        assertThat(Memory.getLong(old.address())).as("seed %d", seed).isEqualTo(old.address());
        assertThat(Memory.getLong(old.address() + old.capacity()))
            .as("seed %d", seed)
            .isEqualTo(old.capacity());
        old.release();
      }
      Buffer buffer = account.allocate(1L << random.nextInt(6, 22));
      Memory.putLong(buffer.address(), buffer.address());
      Memory.putLong(buffer.address() + buffer.capacity(), buffer.capacity()); // its padding
      held.add(buffer);
    }
    held.forEach(Buffer::release);
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }
}
