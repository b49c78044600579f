package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.PackFormat;
import org.jspecify.annotations.Nullable;

/**
 * A block or pack that a writer has sent, found whole on the thread that has received it.
 *
 * @param content its memory, owned by the taker
 * @param bytes how long it is
 * @param summary of the parts, if it is a pack
 */
record Arrival(Buffer content, int bytes, PackFormat.@Nullable Summary summary) {
  /**
   * Looks at what has arrived.
   *
   * @throws HeddleException if it is neither; its memory is released
   */
  static Arrival of(Buffer content, int bytes) {
    long address = content.address();
    if (!BlockFormat.isWhole(address, bytes)) {
      content.release();
      throw new HeddleException(
          ErrorCode.IO, "A writer sent " + bytes + " bytes that are no block");
    }
    try {
      boolean isPack = BlockFormat.isPack(address);
      return new Arrival(content, bytes, isPack ? PackFormat.summary(address) : null);
    } catch (IllegalArgumentException e) {
      content.release();
      throw new HeddleException(ErrorCode.IO, "A writer sent what is no pack: " + e.getMessage());
    }
  }

  /** Returns what happens by it to a server that names its memory by a handle. */
  ServerEvent event(long connection, long handle) {
    long address = content.address();
    long room = Buffer.roomFor(bytes);
    if (summary == null) {
      ShuffleMessage.Block block =
          new ShuffleMessage.Block(BlockFormat.partition(address), BlockFormat.rows(address));
      return new ServerEvent.BlockReceived(connection, block, bytes, room, handle);
    }
    return new ServerEvent.PackReceived(
        connection, BlockFormat.bundle(address), summary, bytes, room, handle);
  }
}
