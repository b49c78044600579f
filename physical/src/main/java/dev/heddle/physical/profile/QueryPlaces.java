package dev.heddle.physical.profile;

import org.jspecify.annotations.Nullable;

/**
 * The places of a profiled query's activities; those of its nodes are beside.
 *
 * @param firstActivity the place of the first activity; {@link PlaceRing#NOWHERE} if none has one
 */
public record QueryPlaces(int firstActivity) {
  /** How many places the activities of a query take. */
  public static final int ACTIVITIES = Activity.COUNT;

  /** Returns the place of an activity. */
  public int of(Activity activity) {
    return firstActivity == PlaceRing.NOWHERE
        ? PlaceRing.NOWHERE
        : firstActivity + activity.ordinal();
  }

  /** Returns the calling thread's ring, for places of this query; null if there is none. */
  public @Nullable PlaceRing ring() {
    return PlaceRings.ofCaller();
  }
}
