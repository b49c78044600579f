package dev.heddle.server.model;

import java.util.List;

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

  /** Asks a query to stop; false if it does not run, or cannot be stopped from here. */
  boolean cancel(QueryRecord query);
}
