package dev.heddle.frame.watch;

/**
 * Is shown how far queries are, each at least twice a second while it runs and once when it is
 * over, and what happens in them, by one thread at a time unless a method says otherwise. It must
 * return soon, since others wait for it; what it throws is logged, and changes nothing of the
 * query. Of a query that had begun before it was added it misses the first events.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Receives how far a query is. */
  void progress(QueryProgress progress);

  /**
   * A query has been asked for; does nothing unless it is overridden. Called by the thread that
   * asks, before anything else is told of the query, for what belongs to that thread, such as the
   * context of a trace. Several threads may call it at a time.
   *
   * @param query its number, unique in this process
   */
  default void asked(long query) {}

  /**
   * Returns whether the threads of a query that begins now are to be sampled, so that it receives
   * {@link QueryEvent.Profiled}; false unless it is overridden. Such a query ends once its last
   * samples are known, up to some seconds later. Several threads may call it at a time.
   */
  default boolean asksForProfiles() {
    return false;
  }

  /** Receives what has happened in a query; does nothing unless it is overridden. */
  default void event(QueryEvent event) {}
}
