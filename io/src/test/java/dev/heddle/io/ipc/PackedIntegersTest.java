package dev.heddle.io.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PackedIntegersTest {
  private static final int SEED = 11;
  private static final int MAX_BYTES = 4096;

  private final MemoryAccount account = new MemoryLedger(1 << 20).open("test");
  private Buffer source;
  private Buffer packed;
  private Buffer target;

  @BeforeEach
  void allocate() {
    source = account.allocate(MAX_BYTES);
    packed = account.allocate(MAX_BYTES);
    target = account.allocate(MAX_BYTES);
  }

  @AfterEach
  void everythingIsGivenBack() {
    source.release();
    packed.release();
    target.release();
    account.close();
  }

  private long pack(int count, int width) {
    return PackedIntegers.pack(source.address(), count, width, packed.address());
  }

  private void unpacksTo(int bytes) {
    long header = Memory.getLong(packed.address());
    assertThat(PackedIntegers.isPacked(header)).isTrue();
    assertThat(PackedIntegers.plainBytes(header)).isEqualTo(bytes);
    PackedIntegers.unpack(packed.address(), target.address());
    assertThat(Memory.toArray(target.address(), bytes))
        .as("seed %s", SEED)
        .isEqualTo(Memory.toArray(source.address(), bytes));
  }

  /** Packs longs and unpacks them; returns how many bytes they were packed into, or -1. */
  private long roundTrip(long... values) {
    for (int i = 0; i < values.length; i++) {
      Memory.putLong(source.address() + 8L * i, values[i]);
    }
    long bytes = pack(values.length, 8);
    if (bytes >= 0) {
      unpacksTo(8 * values.length);
    }
    return bytes;
  }

  @Test
  void takesTheBytesInWhichLongsDiffer() {
    assertThat(roundTrip(7, 7, 7)).isEqualTo(16);
    assertThat(roundTrip(Long.MIN_VALUE, Long.MIN_VALUE + 255)).isEqualTo(16 + 2);
    assertThat(roundTrip(Long.MAX_VALUE - 256, Long.MAX_VALUE)).isEqualTo(16 + 2 * 2);
    assertThat(roundTrip(-1, 0, 1)).isEqualTo(16 + 3);
    assertThat(roundTrip(0, (1L << 56) - 1)).isEqualTo(16 + 2 * 7);
  }

  @Test
  void leavesLongsThatDifferInAllBytes() {
    assertThat(roundTrip(0, 1L << 56)).isEqualTo(-1);
    assertThat(roundTrip(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(-1);
    assertThat(roundTrip(-1, Long.MAX_VALUE)).isEqualTo(-1);
  }

  @Test
  void packsInts() {
    Random random = new Random(SEED);
    for (int bits = 0; bits <= 32; bits++) {
      int count = 1 + random.nextInt(100);
      int base = random.nextInt();
      for (int i = 0; i < count; i++) {
        int value = base + (bits == 0 ? 0 : random.nextInt() >>> (32 - bits));
        Memory.putInt(source.address() + 4L * i, value);
      }
      if (pack(count, 4) >= 0) {
        unpacksTo(4 * count);
      } else {
        assertThat(bits).as("seed %s", SEED).isGreaterThan(23);
      }
    }
  }
}
