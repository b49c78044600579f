package dev.heddle.engine.stream;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.schema.Schema;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Rows of a query in a transaction, which a failure of the query aborts. Not for several threads.
 *
 * @param rows closed with it
 * @param failed called before an error is passed on
 */
public record WatchedStream(ArrowStream rows, Runnable failed) implements ArrowStream {
  @Override
  public Schema schema() {
    return rows.schema();
  }

  @Override
  public VectorSchemaRoot root() {
    return rows.root();
  }

  @Override
  public boolean next() {
    try {
      return rows.next();
    } catch (RuntimeException e) {
      failed.run();
      throw e;
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
