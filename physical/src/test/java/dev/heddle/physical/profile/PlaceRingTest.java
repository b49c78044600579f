package dev.heddle.physical.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlaceRingTest {
  private static final long BEGUN = System.nanoTime();

  private final PlaceRing ring = new PlaceRing(Thread.currentThread());

  private static long at(long micros) {
    return BEGUN + micros * 1_000;
  }

  @Test
  void tellsWhereItsThreadWasAtATime() {
    ring.enter(7, at(100));
    ring.enter(65_535, at(200));
    ring.enter(PlaceRing.NOWHERE, at(300));
    assertThat(ring.at(at(99))).isEqualTo(PlaceRing.NOWHERE);
    assertThat(ring.at(at(100))).isEqualTo(7);
    assertThat(ring.at(at(199))).isEqualTo(7);
    assertThat(ring.at(at(250))).isEqualTo(65_535);
    assertThat(ring.at(at(1_000_000))).isEqualTo(PlaceRing.NOWHERE);
    assertThat(ring.place()).isEqualTo(PlaceRing.NOWHERE);
  }

  @Test
  void takesTheLastOfSeveralPlacesOfOneMoment() {
    ring.enter(1, at(100));
    ring.enter(2, at(100));
    ring.enter(3, at(100));
    assertThat(ring.at(at(100))).isEqualTo(3);
  }

  @Test
  void doesNotGuessWhatIsOlderThanIt() {
    int count = 3 * PlaceRing.CAPACITY / 2;
    for (int i = 0; i < count; i++) {
      ring.enter(1 + i % 1_000, at(10L * i));
    }
    long oldest = count - PlaceRing.CAPACITY;
    assertThat(ring.at(at(10 * oldest - 1))).isEqualTo(PlaceRing.UNKNOWN);
    assertThat(ring.at(at(0))).isEqualTo(PlaceRing.UNKNOWN);
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      int entry = (int) oldest + 1 + random.nextInt(PlaceRing.CAPACITY - 1);
      assertThat(ring.at(at(10L * entry + random.nextInt(10)))).isEqualTo(1 + entry % 1_000);
    }
  }

  @Test
  void doesNotGuessWhatIsOverwrittenWhileItIsLookedFor() {
    int count = PlaceRing.CAPACITY + 100;
    for (int i = 0; i < count; i++) {
      ring.enter(1, at(10L * i));
    }
    for (long end : new long[] {1_000, PlaceRing.CAPACITY, PlaceRing.CAPACITY + 50}) {
      assertThat(ring.at(at(10 * 60), end)).isEqualTo(PlaceRing.UNKNOWN);
    }
  }

  @Test
  void answersRightOrNotAtAllWhileItIsWritten() throws InterruptedException {
    AtomicLong written = new AtomicLong(); // entries that are there for sure
    AtomicLong right = new AtomicLong();
    AtomicLong wrong = new AtomicLong();
    long count = 40L * PlaceRing.CAPACITY;
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  Random random = new Random(5);
                  for (long last = 0; last < count; last = written.get()) {
                    long entry = Math.max(0, last - 1 - random.nextInt(2 * PlaceRing.CAPACITY));
                    int found = ring.at(at(10 * entry));
                    if (last > entry && found != PlaceRing.UNKNOWN) {
                      (found == place(entry) ? right : wrong).incrementAndGet();
                    }
                  }
                });
    for (long i = 0; i < count; i++) {
      ring.enter(place(i), at(10 * i));
      written.setRelease(i + 1);
    }
    reader.join();
    assertThat(wrong.get()).isZero();
    assertThat(right.get()).isPositive();
  }

  private static int place(long entry) {
    return (int) (1 + entry % 60_000);
  }
}
