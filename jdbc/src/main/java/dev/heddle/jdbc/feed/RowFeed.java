package dev.heddle.jdbc.feed;

import dev.heddle.frame.spi.TableInfo;
import java.time.ZoneId;
import java.util.List;

/** One connection's way to its tables. Thread-safe. */
public interface RowFeed extends AutoCloseable {
  /** Returns a new execution. */
  FeedCall call();

  /** Parses and types a query with its parameters; runs nothing. */
  QueryShape describe(String query);

  /** Returns the views and tables, by name. */
  List<TableInfo> tables();

  /** Returns the zone in which points in time are shown. */
  ZoneId zone();

  /** Returns whether it can be used still; fails never. */
  boolean isOpen();

  /** Frees what the connection has; calling it again does nothing. */
  @Override
  void close();
}
