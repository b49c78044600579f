package dev.heddle.jdbc.feed;

import dev.heddle.frame.spi.TableInfo;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** One connection's way to its tables. Thread-safe. */
public interface RowFeed extends AutoCloseable {
  /** Returns a new execution. */
  FeedCall call();

  /** Returns executions of a text that is run again and again; the caller closes it. */
  FeedStatement prepare(String text);

  /** Parses and types a query with its parameters; runs nothing. */
  QueryShape describe(String query);

  /** Returns the views and tables, by name. */
  List<TableInfo> tables();

  /** Returns the zone in which points in time are shown. */
  ZoneId zone();

  /** Returns whether it can be used still; fails never. */
  boolean isOpen();

  /**
   * Bounds the time for which calls wait for an answer of the network; one that is not answered
   * fails with code {@code WORKER_LOST}, as do all calls of the feed from then on.
   *
   * @param time zero for no bound
   * @param end is run, by another thread, after the first call that was not answered
   */
  void limitAnswers(Duration time, Runnable end);

  /** Frees what the connection has; calling it again does nothing. */
  @Override
  void close();
}
