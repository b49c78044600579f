package dev.heddle.io.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerPartTest {
  private static final long MIB = 1 << 20;

  private final MemoryLedger whole = new MemoryLedger(64 * MIB);
  private final MemoryLedger part = whole.part("--small", 16 * MIB);

  @AfterEach
  void nothingStays() {
    for (MemoryLedger each : List.of(whole, part)) {
      assertThat(each.usedBytes()).isZero();
      assertThat(each.committedBytes()).isZero();
    }
  }

  private static void fails(ThrowingCallable action, String option) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
        .hasMessageContaining("(option " + option + ")");
  }

  @Test
  void hasALimitBelowThatOfTheWhole() {
    try (MemoryAccount small = part.open("small");
        MemoryAccount other = whole.open("other")) {
      Buffer first = small.allocate(12 * MIB);
      assertThat(whole.usedBytes()).isEqualTo(first.capacity());
      fails(() -> small.allocate(8 * MIB), "--small");
      Buffer second = other.allocate(40 * MIB);
      Buffer third = other.allocate(10 * MIB);
      fails(() -> small.allocate(3 * MIB), "memory");
      third.release();
      small.allocate(3 * MIB).release();
      first.release();
      second.release();
    }
  }

  @Test
  void refusesWhatCannotBePromised() {
    fails(() -> part.admit("q", 10 * MIB, 10 * MIB, () -> {}), "--small");
    fails(() -> part.admit("q", 100 * MIB, 0, () -> {}), "--small");
    try (MemoryAccount result = part.open("result")) {
      Buffer rows = result.allocate(10 * MIB);
      fails(() -> part.admit("q", 10 * MIB, 0, () -> {}), "--small");
      whole.admit("q", 10 * MIB, 0, () -> {}).close();
      rows.release();
    }
    try (MemoryAccount table = whole.open("table")) {
      Buffer rows = table.allocate(60 * MIB);
      fails(() -> part.admit("q", 10 * MIB, 0, () -> {}), "memory");
      rows.release();
    }
    fails(() -> whole.part("--large", 100 * MIB).admit("q", 65 * MIB, 0, () -> {}), "memory");
  }

  @Test
  void waitsForPromisesOfThePartAndOfTheWhole() {
    for (MemoryLedger holder : List.of(part, whole)) {
      MemoryAccount first =
          holder.admit("first", holder == part ? 12 * MIB : 60 * MIB, 0, () -> {});
      int[] looks = new int[1];
      Runnable endsTheFirst =
          () -> {
            if (looks[0]++ == 2) {
              first.close();
            }
          };
      part.admit("second", 12 * MIB, 0, endsTheFirst).close();
      assertThat(looks[0]).isEqualTo(3);
    }
  }

  @Test
  void statesAreSpilledWhereThePartIsShort() {
    try (MemoryAccount query = part.admit("q", MIB, 2 * MIB, () -> {});
        Reservation state = query.reserve("state", 2 * MIB)) {
      Buffer rows = state.account().allocate(6 * MIB);
      assertThat(state.mustGiveBack()).isFalse();
      assertThat(state.tryTake(20 * MIB)).isFalse();
      Buffer more = state.account().allocate(8 * MIB + MIB / 2);
      assertThat(state.mustGiveBack()).isTrue();
      more.release();
      assertThat(state.mustGiveBack()).isFalse();
      rows.release();
    }
  }

  @Test
  void countsRightWhateverSucceedsAndFails() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<MemoryLedger> ledgers = List.of(whole, part, whole.part("--other", 40 * MIB));
    List<MemoryAccount> accounts = new ArrayList<>();
    List<Buffer> buffers = new ArrayList<>();
    int failed = 0;
    for (MemoryLedger each : ledgers) {
      accounts.add(each.open("account"));
    }
    for (int i = 0; i < 2_000; i++) {
      if (random.nextInt(5) < 2 && !buffers.isEmpty()) {
        buffers.remove(random.nextInt(buffers.size())).release();
        continue;
      }
      try {
        buffers.add(accounts.get(random.nextInt(3)).allocate(random.nextLong(1, 3 * MIB)));
      } catch (HeddleException e) {
        failed++;
      }
      long all = accounts.stream().mapToLong(MemoryAccount::usedBytes).sum();
      assertThat(whole.usedBytes()).as("seed " + seed).isEqualTo(all);
      assertThat(whole.committedBytes()).as("seed " + seed).isEqualTo(all);
      for (int n = 1; n < 3; n++) {
        assertThat(ledgers.get(n).usedBytes())
            .as("seed " + seed)
            .isEqualTo(accounts.get(n).usedBytes())
            .isLessThanOrEqualTo(ledgers.get(n).limitBytes());
      }
    }
    assertThat(failed).as("seed " + seed).isPositive();
    buffers.forEach(Buffer::release);
    accounts.forEach(MemoryAccount::close);
  }
}
