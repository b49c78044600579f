package dev.heddle.engine.ui;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.ProgressListener;
import java.time.Duration;
import java.util.Optional;

/** A session as a dashboard sees it. Thread-safe. */
public interface ObservedSession {
  /** Shows a listener what queries do from now on. */
  void addProgressListener(ProgressListener listener);

  /** Ends what {@link #addProgressListener} began. */
  void removeProgressListener(ProgressListener listener);

  /** Asks a query to stop; false if none of that number runs. */
  boolean cancel(long query);

  /**
   * Samples the threads of queries that begin within a time from now on, which replaces what was
   * said before; zero ends it. Where their CPU time went, {@link
   * dev.heddle.frame.watch.QueryEvent.Profiled} tells.
   */
  void profile(Duration time);

  /** Returns what has been sampled of a query that runs; nothing if it is not profiled. */
  Optional<CpuProfile> profileSoFar(long query);

  /** Returns the threads that run operators. */
  int threads();

  /** Returns the memory off the heap that all sessions of the process have now. */
  long memoryBytes();

  /** Returns the most of it that there has been. */
  long peakMemoryBytes();

  /** Returns the most of it that there may be. */
  long memoryLimitBytes();

  /** Returns the bytes of spill files that are there now. */
  long spillBytes();
}
