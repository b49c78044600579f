package dev.heddle.kernel.zmtp;

import java.net.ProtocolException;
import java.util.List;

/** Takes the messages of a port. Called by several threads, for a connection by one at a time. */
@FunctionalInterface
public interface Receiver {
  /**
   * Takes a message. The sender waits until this returns.
   *
   * @param from whom an answer goes to
   * @param parts at least one; not changed afterwards
   * @throws ProtocolException if no proper peer sends this, which closes the connection
   */
  void message(Connection from, List<byte[]> parts) throws ProtocolException;
}
