package dev.heddle.bench.scripts;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database of its own for each script, with connections by name. Used by one thread at a time.
 */
interface Database extends AutoCloseable {
  /** Rows that a statement may give; all are held to be compared. */
  int MAX_ROWS = 1_000_000;

  /** Returns the engine's name. */
  String name();

  /**
   * Opens another database, and closes the one that is open.
   *
   * @param file a lasting one, which is made if it is not there, or null for one in memory
   */
  void open(@Nullable Path file) throws Exception;

  /** Closes all connections and opens the same database anew. */
  void reopen() throws Exception;

  /**
   * Runs a statement, or several, and returns the rows of the last one. Fails where these are more
   * than {@link #MAX_ROWS}.
   *
   * @param connection its name; one that is new is opened
   */
  List<List<@Nullable Object>> run(String connection, String sql) throws Exception;

  /** Adds a row to those of a statement. */
  static void add(List<@Nullable Object> row, List<List<@Nullable Object>> rows) {
    if (rows.size() >= MAX_ROWS) {
      throw new IllegalStateException("More than " + MAX_ROWS + " rows are not compared");
    }
    rows.add(row);
  }

  /** Ends the statements that run; from any thread. */
  void cancel() throws Exception;

  @Override
  void close() throws Exception;
}
