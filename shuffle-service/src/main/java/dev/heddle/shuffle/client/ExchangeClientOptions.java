package dev.heddle.shuffle.client;

import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.Optional;

/**
 * How a worker writes and reads exchanges.
 *
 * @param worker number of the worker
 * @param incarnation of the worker
 * @param inline the server within the worker, for small exchanges, if there is one
 * @param inlineBytes how many bytes all maps of an exchange together may have to be stored there
 * @param reach how far blocks go
 * @param reconnectMillis so long a reader tries to connect again when a connection breaks in the
 *     middle of an exchange, unless the server is known to be gone; 0 lets it fail at once, for
 *     somebody who starts it again
 */
public record ExchangeClientOptions(
    int worker,
    long incarnation,
    Optional<ShuffleAddress> inline,
    long inlineBytes,
    Reach reach,
    long reconnectMillis) {
  /** Makes options of a worker, whose tasks start again. */
  public ExchangeClientOptions(
      int worker,
      long incarnation,
      Optional<ShuffleAddress> inline,
      long inlineBytes,
      Reach reach) {
    this(worker, incarnation, inline, inlineBytes, reach, 0);
  }

  /** How far blocks go from where they are written. */
  public enum Reach {
    /** To processes of the same host: blocks are not compressed, which would take longer. */
    HOST,
    /** Over a network. */
    NETWORK
  }
}
