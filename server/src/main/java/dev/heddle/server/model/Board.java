package dev.heddle.server.model;

import dev.heddle.frame.watch.CpuProfile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What pages show besides queries. Thread-safe. */
public interface Board {
  /** Returns what is shown, such as a session or a cluster, in a few words. */
  String title();

  /** Returns the queries. */
  QueryLog queries();

  /** Returns the processes that run tasks. */
  List<Member> members();

  /** Returns the buckets that are used. */
  List<BucketUse> buckets();

  /**
   * Returns why no task runs; empty if some do.
   *
   * @param running the queries that are not over, the newest first
   */
  String idle(List<QueryRecord> running);

  /** Returns processes that ran tasks and are lost, the latest first. */
  default List<Lost> lostMembers() {
    return List.of();
  }

  /**
   * Returns what other processes take of their machines; of more than a number neighbours are put
   * together.
   *
   * @param maxPoints the most samples that each has
   */
  default List<ProcessLine> processes(int maxLines, int maxPoints) {
    return List.of();
  }

  /** Returns who has read what from whom; of more than a number neighbours are put together. */
  default ByteFlows flows(int max) {
    return ByteFlows.NONE;
  }

  /** Returns how much of what happened was left out, since it was too much at once. */
  default long droppedEvents() {
    return 0;
  }

  /** Asks a query to stop; false if it does not run, or cannot be stopped from here. */
  boolean cancel(QueryRecord query);

  /** Returns for how long queries that begin are going to be sampled; zero if they are not. */
  Duration sampled();

  /** Samples the queries that begin within this time; zero ends it. */
  void sample(Duration time);

  /** Returns where the time of a query that runs has gone up to now; empty if it is not sampled. */
  default Optional<CpuProfile> profileSoFar(QueryRecord query) {
    return Optional.empty();
  }
}
