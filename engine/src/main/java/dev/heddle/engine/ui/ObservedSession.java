package dev.heddle.engine.ui;

import dev.heddle.frame.watch.ProgressListener;

/** A session as a dashboard sees it. Thread-safe. */
public interface ObservedSession {
  /** Shows a listener what queries do from now on. */
  void addProgressListener(ProgressListener listener);

  /** Ends what {@link #addProgressListener} began. */
  void removeProgressListener(ProgressListener listener);

  /** Asks a query to stop; false if none of that number runs. */
  boolean cancel(long query);

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
