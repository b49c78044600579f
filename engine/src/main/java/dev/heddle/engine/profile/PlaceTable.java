package dev.heddle.engine.profile;

import dev.heddle.physical.profile.PlaceRing;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Which query each place is one of. Thread-safe; reading does not wait. */
final class PlaceTable {
  private final AtomicReferenceArray<@Nullable QuerySampling> owners =
      new AtomicReferenceArray<>(PlaceRing.MAX_PLACES);
  private int next = 1; // guarded by this

  /**
   * Gives a query places in a row, those last that were used last.
   *
   * @return the first; 0 if there are not enough
   */
  synchronized int take(QuerySampling owner, int count) {
    for (int tried = 0; tried < 2; tried++) {
      int free = 0;
      for (int place = next; place < PlaceRing.MAX_PLACES; place++) {
        free = owners.get(place) == null ? free + 1 : 0;
        if (free == count) {
          int first = place - count + 1;
          for (int taken = first; taken <= place; taken++) {
            owners.set(taken, owner);
          }
          next = place + 1;
          return first;
        }
      }
      next = 1;
    }
    return PlaceRing.NOWHERE;
  }

  synchronized void release(int first, int count) {
    for (int place = first; place < first + count; place++) {
      owners.set(place, null);
    }
  }

  @Nullable QuerySampling owner(int place) {
    return owners.get(place);
  }
}
