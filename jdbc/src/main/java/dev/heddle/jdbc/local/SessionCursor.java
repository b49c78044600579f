package dev.heddle.jdbc.local;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.schema.Schema;
import dev.heddle.jdbc.feed.RowCursor;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The rows of a query of a session. */
final class SessionCursor implements RowCursor {
  private final SessionCall call;
  private final ArrowStream stream;

  /** Takes over the stream. */
  SessionCursor(SessionCall call, ArrowStream stream) {
    this.call = call;
    this.stream = stream;
  }

  @Override
  public Schema schema() {
    return stream.schema();
  }

  @Override
  public VectorSchemaRoot root() {
    return stream.root();
  }

  @Override
  public boolean next() {
    return call.cancellable(stream::next);
  }

  @Override
  public void close() {
    stream.close();
  }
}
