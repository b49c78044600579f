package dev.heddle.jdbc.result;

import dev.heddle.jdbc.feed.RowCursor;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The statement that a result belongs to. */
public interface ResultOwner {
  /** Returns what {@code getStatement} gives. */
  @Nullable Statement statement();

  /** Waits for the next batch of a cursor; {@code cancel} and the time limit end that. */
  boolean fetch(RowCursor cursor) throws SQLException;

  /** The result is closed. */
  void resultClosed() throws SQLException;
}
