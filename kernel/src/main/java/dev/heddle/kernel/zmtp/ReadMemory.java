package dev.heddle.kernel.zmtp;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bytes of messages that have not come to their end, of all connections of several ports. If
 * they are too many, connections are closed, first those whose messages began first. Thread-safe.
 */
public final class ReadMemory {
  private final long maxBytes;
  private final Map<Connection, Long> held = new LinkedHashMap<>(); // by begin
  private long bytes;

  /** Makes memory of a number of bytes. */
  public ReadMemory(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes bytes for the message of a connection, which may close it or others. */
  synchronized void take(Connection reader, int more) {
    held.merge(reader, (long) more, Long::sum);
    bytes += more;
    while (bytes > maxBytes) {
      Map.Entry<Connection, Long> first = held.entrySet().iterator().next();
      Connection oldest = first.getKey();
      bytes -= first.getValue();
      held.remove(oldest);
      oldest.close();
    }
  }

  /** Gives back what a connection has taken. */
  synchronized void free(Connection reader) {
    Long its = held.remove(reader);
    if (its != null) {
      bytes -= its;
    }
  }
}
