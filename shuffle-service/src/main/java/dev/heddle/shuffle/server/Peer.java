package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client as the core's thread sees it: it takes what is for the client and never waits. */
interface Peer {
  /** Takes a message. */
  void reply(ShuffleMessage message);

  /**
   * Takes a block; reports it once it has been sent or cannot be loaded.
   *
   * @param block what is in memory, with an ownership for the peer, or null if it is on disk
   */
  void send(ServerCommand.SendBlock command, @Nullable Buffer block);

  /**
   * Takes a run of parts; reports what it has found, and that it has been sent.
   *
   * @param packs the memory of the run's handles, with ownerships for the peer
   */
  void send(ServerCommand.SendParts command, List<Buffer> packs);

  /** Ends: what has not been sent is reported as sent. Nothing is taken afterwards. */
  void end();

  /** Is asked from time to time whether the client still takes what is sent. */
  void checkAlive(long nowMillis);
}
