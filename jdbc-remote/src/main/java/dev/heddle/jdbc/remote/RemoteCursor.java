package dev.heddle.jdbc.remote;

import dev.heddle.frame.schema.Schema;
import dev.heddle.jdbc.feed.RowCursor;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The rows of a query that a server sends. */
final class RemoteCursor implements RowCursor {
  private final RemoteCall call;
  private final Schema schema;
  private final FlightStream stream;
  // guarded by this
  private boolean isFirstRead;
  private boolean isClosed;

  /** Takes over the stream. */
  RemoteCursor(RemoteCall call, Schema schema, FlightStream stream) {
    this.call = call;
    this.schema = schema;
    this.stream = stream;
  }

  /** Waits for the first rows, which {@link #next} then gives, or for the query's error. */
  synchronized void begin() {
    isFirstRead = fetch();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return call.run(stream::getRoot);
  }

  @Override
  public synchronized boolean next() {
    if (isFirstRead) {
      isFirstRead = false;
      return !isClosed;
    }
    return !isClosed && fetch();
  }

  private boolean fetch() {
    return call.run(
        () -> {
          while (stream.next()) {
            if (stream.getRoot().getRowCount() > 0) {
              return true;
            }
          }
          return false;
        });
  }

  @Override
  public void close() {
    stream.cancel("closed by its reader", null); // so that next, in another thread, returns
    synchronized (this) {
      if (!isClosed) {
        isClosed = true;
        RemoteCall.closeQuietly(stream);
      }
    }
  }
}
