package dev.heddle.io.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReservationTest {
  private static final long MIB = 1 << 20;

  private final MemoryLedger ledger = new MemoryLedger(64 * MIB);

  @AfterEach
  void nothingStays() {
    assertThat(ledger.usedBytes()).isZero();
    assertThat(ledger.committedBytes()).isZero();
  }

  private static void fails(Runnable allocation) {
    assertThatThrownBy(allocation::run)
        .hasMessageContaining("Cannot allocate")
        .isInstanceOfSatisfying(
            HeddleException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
              assertThat(e.code().kind()).isEqualTo(ErrorKind.RESOURCE);
            });
  }

  @Test
  void refusesWhatCannotBePromisedWithTheNumber() {
    assertThatThrownBy(() -> ledger.admit("q", 40 * MIB, 40 * MIB, () -> {}))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("at least 80 MiB")
        .hasMessageContaining("limit of 64 MiB");
    try (MemoryAccount table = ledger.open("table")) {
      Buffer rows = table.allocate(40 * MIB);
      assertThatThrownBy(() -> ledger.admit("second", 20 * MIB, 5 * MIB, () -> {}))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("leave " + 24 * MIB);
      rows.release();
    }
    ledger.admit("second", 20 * MIB, 5 * MIB, () -> {}).close();
  }

  @Test
  void waitsForPromisesOfOthersToEnd() {
    MemoryAccount first = ledger.admit("first", 20 * MIB, 20 * MIB, () -> {});
    int[] looks = new int[1];
    Runnable endsTheFirst =
        () -> {
          if (looks[0]++ == 2) {
            first.close();
          }
        };
    ledger.admit("second", 20 * MIB, 5 * MIB, endsTheFirst).close();
    assertThat(looks[0]).isEqualTo(3);
    MemoryAccount third = ledger.admit("third", 60 * MIB, 0, () -> {});
    Runnable isCancelled =
        () -> {
          throw new IllegalStateException("cancelled");
        };
    assertThatThrownBy(() -> ledger.admit("fourth", 20 * MIB, 5 * MIB, isCancelled))
        .hasMessage("cancelled");
    third.close();
  }

  @Test
  void anAllocationWaitsForWhatOtherQueriesGiveBack() {
    try (MemoryAccount other = ledger.admit("other", 10 * MIB, 0, () -> {})) {
      Buffer most = other.allocate(50 * MIB);
      int[] looks = new int[1];
      Runnable givesBack =
          () -> {
            if (looks[0]++ == 2) {
              most.release();
            }
          };
      try (MemoryAccount query = ledger.admit("query", 4 * MIB, 0, givesBack)) {
        assertThat(looks[0]).isZero();
        query.allocate(20 * MIB).release();
        assertThat(looks[0]).isEqualTo(3);
      }
      Buffer all = other.allocate(40 * MIB);
      Runnable isCancelled =
          () -> {
            throw new IllegalStateException("cancelled");
          };
      try (MemoryAccount query = ledger.admit("query", 4 * MIB, 0, isCancelled)) {
        assertThatThrownBy(() -> query.allocate(30 * MIB)).hasMessage("cancelled");
      }
      try (MemoryAccount query = ledger.admit("query", 4 * MIB, 0, () -> {})) {
        fails(() -> query.allocate(30 * MIB)); // nobody gives anything back
      }
      all.release();
    }
  }

  @Test
  void aFloorCanBeUsedThoughOthersHaveTakenAllElse() {
    try (MemoryAccount query = ledger.admit("query", 4 * MIB, 8 * MIB, () -> {});
        MemoryAccount other = ledger.open("other");
        Reservation reservation = query.reserve("sort", 8 * MIB)) {
      Buffer all = other.allocate(52 * MIB);
      fails(() -> other.allocate(1));
      Buffer own = query.allocate(4 * MIB);
      Buffer state = reservation.account().allocate(8 * MIB);
      assertThat(reservation.mustGiveBack()).as("within the floor").isFalse();
      assertThat(reservation.tryTake(1)).isFalse();
      fails(() -> reservation.account().allocate(1));
      fails(() -> query.allocate(1));
      assertThat(query.usedBytes()).isEqualTo(12 * MIB);
      all.release();
      Buffer more = reservation.account().allocate(MIB);
      assertThat(reservation.mustGiveBack()).isFalse();
      all = other.allocate(50 * MIB);
      assertThat(reservation.mustGiveBack()).as("above the floor and short").isTrue();
      more.release();
      assertThat(reservation.mustGiveBack()).isFalse();
      List.of(all, own, state).forEach(Buffer::release);
      assertThat(query.peakBytes()).isEqualTo(13 * MIB);
    }
  }

  @Test
  void whatWasTakenIsHeldForTheAllocationsThatFollow() {
    try (MemoryAccount query = ledger.admit("query", 0, 8 * MIB, () -> {});
        MemoryAccount other = ledger.open("other");
        Reservation reservation = query.reserve("sort", 8 * MIB)) {
      Buffer old = reservation.account().allocate(16 * MIB);
      assertThat(reservation.tryTake(60 * MIB)).isFalse();
      assertThat(reservation.tryTake(32 * MIB)).isTrue();
      Buffer rest = other.allocate(16 * MIB);
      fails(() -> other.allocate(1));
      Buffer larger = reservation.account().allocate(32 * MIB);
      old.release();
      fails(() -> other.allocate(1));
      reservation.giveBack(32 * MIB);
      other.allocate(16 * MIB).release();
      assertThatThrownBy(() -> reservation.giveBack(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("release");
      rest.release();
      larger.release();
    }
  }

  @Test
  void whatOneThreadHasTakenStaysHeldWhenAnotherGivesBack() {
    try (MemoryAccount query = ledger.admit("query", 0, 8 * MIB, () -> {});
        MemoryAccount other = ledger.open("other");
        Reservation reservation = query.reserve("sort", 8 * MIB)) {
      assertThat(reservation.tryTake(12 * MIB)).as("the first thread").isTrue();
      assertThat(reservation.tryTake(12 * MIB)).as("the second thread").isTrue();
      Buffer first = reservation.account().allocate(12 * MIB);
      reservation.giveBack(12 * MIB);
      Buffer rest = other.allocate(40 * MIB);
      fails(() -> other.allocate(1));
      Buffer second = reservation.account().allocate(12 * MIB);
      reservation.giveBack(12 * MIB);
      List.of(first, rest, second).forEach(Buffer::release);
    }
  }

  @Test
  void whatIsKeptDoesNotGrowByWhatIsTakenBesideIt() {
    try (MemoryAccount query = ledger.admit("query", 0, 8 * MIB, () -> {});
        MemoryAccount other = ledger.open("other");
        Reservation reservation = query.reserve("sort", 8 * MIB)) {
      assertThat(reservation.tryKeep(16 * MIB)).isTrue();
      Buffer kept = reservation.account().allocate(16 * MIB);
      for (int i = 0; i < 10; i++) {
        assertThat(reservation.tryTake(8 * MIB)).isTrue();
        reservation.account().allocate(8 * MIB).release();
        reservation.giveBack(8 * MIB);
      }
      Buffer rest = other.allocate(48 * MIB);
      fails(() -> other.allocate(1));
      assertThatThrownBy(() -> reservation.endKeeping(17 * MIB))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("release");
      kept.release();
      fails(() -> other.allocate(1));
      reservation.endKeeping(16 * MIB);
      other.allocate(8 * MIB).release();
      rest.release();
    }
  }

  @Test
  void aTakeWithinTheFloorNeedsNothingElse() {
    try (MemoryAccount query = ledger.admit("query", 0, 8 * MIB, () -> {});
        MemoryAccount other = ledger.open("other");
        Reservation reservation = query.reserve("sort", 8 * MIB)) {
      Buffer rest = other.allocate(56 * MIB);
      assertThat(reservation.tryTake(8 * MIB)).isTrue();
      assertThat(reservation.tryTake(1)).isFalse();
      reservation.account().allocate(8 * MIB).release();
      reservation.giveBack(8 * MIB);
      rest.release();
    }
  }

  @Test
  void floorsOfClosedReservationsServeLaterOnes() {
    try (MemoryAccount query = ledger.admit("query", 0, 8 * MIB, () -> {})) {
      Reservation first = query.reserve("first", 8 * MIB);
      assertThat(query.reserve("none left", 8 * MIB).floorBytes()).isZero();
      Buffer left = first.account().allocate(2 * MIB);
      first.close();
      first.close();
      Reservation second = query.reserve("second", 8 * MIB);
      assertThat(second.floorBytes()).isEqualTo(6 * MIB);
      left.release();
      second.close();
      assertThat(ledger.committedBytes()).isEqualTo(6 * MIB);
    }
  }

  @Test
  void whatABufferTookStaysHeldForWhoReleasedIt() {
    try (MemoryAccount query = ledger.admit("query", 0, 10 * MIB, () -> {});
        MemoryAccount others = ledger.open("others");
        Reservation reservation = query.reserve("state", 10 * MIB)) {
      Buffer rest = others.allocate(54 * MIB);
      Buffer cushion = reservation.account().allocate(6 * MIB);
      long held = reservation.holdInstead(cushion);
      assertThat(held).isEqualTo(6 * MIB);
      assertThat(reservation.tryTake(5 * MIB)).isFalse();
      assertThat(reservation.tryTake(4 * MIB)).isTrue();
      reservation.giveBack(4 * MIB);
      Buffer used = reservation.account().allocate(6 * MIB);
      reservation.giveBack(held);
      used.release();
      assertThat(reservation.tryTake(10 * MIB)).isTrue();
      reservation.giveBack(10 * MIB);
      rest.release();
    }
  }

  @Test
  void randomStepsKeepTheBooksInOrder() throws InterruptedException {
    List<Throwable> errors = new ArrayList<>();
    try (MemoryAccount query = ledger.admit("query", 4 * MIB, 8 * MIB, () -> {});
        Reservation reservation = query.reserve("state", 8 * MIB)) {
      List<Thread> threads = new ArrayList<>();
      for (int seed = 0; seed < 4; seed++) {
        Random random = new Random(seed);
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        randomSteps(random, query, reservation);
                      } catch (Throwable e) {
                        synchronized (errors) {
                          errors.add(e);
                        }
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(errors).as("seeds 0 to 3").isEmpty();
      assertThat(query.usedBytes()).isZero();
      assertThat(ledger.committedBytes()).isEqualTo(12 * MIB);
    }
  }

  private static void randomSteps(Random random, MemoryAccount query, Reservation reservation) {
    Deque<Buffer> buffers = new ArrayDeque<>();
    Deque<Long> takes = new ArrayDeque<>();
    for (int step = 0; step < 3000; step++) {
      long bytes = 1 + random.nextLong(6 * MIB);
      try {
        switch (random.nextInt(6)) {
          case 0 -> buffers.add(query.allocate(bytes));
          case 1 -> buffers.add(reservation.account().allocate(bytes));
          case 2 -> {
            if (reservation.tryTake(bytes)) {
              takes.add(bytes);
            }
          }
          case 3 -> {
            if (!takes.isEmpty()) {
              reservation.giveBack(takes.poll());
            }
          }
          default -> {
            if (!buffers.isEmpty()) {
              buffers.poll().release();
            }
          }
        }
      } catch (HeddleException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
        buffers.forEach(Buffer::release);
        buffers.clear();
      }
    }
    buffers.forEach(Buffer::release);
    takes.forEach(reservation::giveBack);
  }
}
