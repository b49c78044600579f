package dev.heddle.shuffle.protocol;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A client's end of a conversation with a server of exchanges, in this process or another one.
 *
 * <p>Any thread sends, one thread at a time receives, any thread closes, which ends what others
 * wait for. Errors are {@link HeddleException}s.
 */
public interface ShuffleChannel extends AutoCloseable {
  /** Sends a message that carries no block. */
  void send(ShuffleMessage message);

  /**
   * Sends a block, which stays the caller's.
   *
   * @param head its header and metadata
   * @param body where its body starts
   */
  void sendBlock(ByteBuffer head, long body, int bodyBytes);

  /** Waits for the next message; the account pays for the block that it carries. */
  Incoming receive(MemoryAccount account);

  /**
   * Closes itself if the other end has taken nothing of a message for too long.
   *
   * @param nowNanos the time of {@link System#nanoTime}
   */
  default void checkAlive(long nowNanos) {}

  @Override
  void close();

  /**
   * A message of a server.
   *
   * @param block what a {@link ShuffleMessage.Chunk} carries, which is the receiver's
   * @param blockBytes how long it is
   */
  record Incoming(ShuffleMessage message, @Nullable Buffer block, int blockBytes) {}
}
