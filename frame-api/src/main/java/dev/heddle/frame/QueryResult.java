package dev.heddle.frame;

import dev.heddle.frame.schema.Schema;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;

/**
 * The rows of a query that has run, stored off-heap and counted against the memory budget until
 * closed.
 *
 * <p>Rows are views of that memory: after {@link #close()}, reading one fails with code {@code
 * CLOSED}. Reading from several threads is fine.
 */
public interface QueryResult extends Iterable<Row>, AutoCloseable {
  /** Rows that {@code toString} and {@code toHtml} show. */
  int SHOWN_ROWS = 20;

  /** Returns the columns. */
  Schema schema();

  /** Returns the number of rows. */
  long rowCount();

  /** Returns the rows column by column: the fast way to read many. */
  List<ResultBatch> batches();

  /** Returns the session's time zone, in which text shows timestamps with zone. */
  ZoneId timeZone();

  /** Returns where the time went. */
  QueryProfile profile();

  /** Returns the rows in order. */
  @Override
  default Iterator<Row> iterator() {
    Iterator<ResultBatch> batches = batches().iterator();
    return new RowIterator(schema(), () -> batches.hasNext() ? batches.next() : null);
  }

  /** Returns the first rows as a table of characters, long values cut. */
  default String toText(int maxRows) {
    return TextTable.print(this, maxRows);
  }

  /** Returns the first 20 rows as a piece of HTML, in which values are shown as text. */
  default String toHtml() {
    return HtmlTable.rows(this, SHOWN_ROWS);
  }

  /** Frees the memory. Calling it again does nothing. */
  @Override
  void close();
}
