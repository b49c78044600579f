package dev.heddle.physical.profile;

import org.jspecify.annotations.Nullable;

/**
 * The places of one profiled query: its activities and, once it is planned, its nodes. Immutable.
 *
 * @param firstActivity the place of the first activity
 * @param firstNode the place of node 0
 * @param nodes how many nodes have places; the others have that of {@link Activity#TASK}
 */
public record QueryPlaces(int firstActivity, int firstNode, int nodes) {
  /** How many places the activities of a query take. */
  public static final int ACTIVITIES = Activity.COUNT;

  /** Returns the place of an activity. */
  public int of(Activity activity) {
    return firstActivity + activity.ordinal();
  }

  /** Returns the place of a node. */
  public int of(int node) {
    return node < nodes ? firstNode + node : of(Activity.TASK);
  }

  /** Returns the calling thread's ring, for places of this query; null if there is none. */
  public @Nullable PlaceRing ring() {
    return PlaceRings.ofCaller();
  }
}
