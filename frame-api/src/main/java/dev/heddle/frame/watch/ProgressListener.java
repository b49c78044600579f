package dev.heddle.frame.watch;

/**
 * Is shown how far queries are: each at least twice a second while it runs, and once when it is
 * over, by one thread at a time. It must return soon, since others wait for it; what it throws is
 * logged, and changes nothing of the query.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Receives how far a query is. */
  void progress(QueryProgress progress);
}
