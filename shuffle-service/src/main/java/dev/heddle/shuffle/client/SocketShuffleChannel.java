package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Frame;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BlockFormat;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A channel over a connection, which it closes. */
final class SocketShuffleChannel implements ShuffleChannel {
  private static final Logger LOG = LoggerFactory.getLogger(SocketShuffleChannel.class);

  /** How long a server may leave a message, of some megabytes at most, before it counts as gone. */
  static final Duration MAX_SENDING_TIME = Duration.ofSeconds(60);

  private final Connection connection;

  SocketShuffleChannel(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void send(ShuffleMessage message) {
    connection.send(ShuffleFrames.MESSAGE, ShuffleFrames.encode(message));
  }

  @Override
  public void sendBlock(ByteBuffer head, long body, int bodyBytes) {
    connection.send(ShuffleFrames.BLOCK, head, Memory.byteBuffer(body, bodyBytes));
  }

  @Override
  public Incoming receive(MemoryAccount account) {
    Room room = new Room(account);
    try {
      Frame frame = connection.receive(room::of).orElseThrow(this::ended);
      Buffer block = room.block;
      if (block == null) {
        return new Incoming(ShuffleFrames.decode(frame.payload()), null, 0);
      }
      int bytes = frame.payload().remaining();
      if (frame.kind() == ShuffleFrames.PARTS) {
        return new Incoming(new ShuffleMessage.Parts(), block, bytes);
      }
      if (bytes < BlockFormat.HEADER_BYTES) {
        throw new HeddleException(
            ErrorCode.IO, "The connection to " + connection + " carried what is no block");
      }
      int map = BlockFormat.map(block.address());
      return new Incoming(new ShuffleMessage.Chunk(map), block, bytes);
    } catch (Throwable e) {
      if (room.block != null) {
        room.block.release();
      }
      throw e;
    }
  }

  @Override
  public void checkAlive(long nowNanos) {
    if (connection.sendingNanos(nowNanos) > MAX_SENDING_TIME.toNanos()) {
      LOG.warn("{} does not take what it is sent: its connection is closed", connection);
      connection.close();
    }
  }

  private HeddleException ended() {
    return new HeddleException(
        ErrorCode.IO, "The connection to " + connection + " was closed by the other end");
  }

  @Override
  public void close() {
    connection.close();
  }

  /** Room for one payload. */
  private static final class Room {
    private final MemoryAccount account;
    private @Nullable Buffer block;

    Room(MemoryAccount account) {
      this.account = account;
    }

    ByteBuffer of(int kind, int length) {
      if (kind != ShuffleFrames.CHUNK && kind != ShuffleFrames.PARTS) {
        return ByteBuffer.allocate(length);
      }
      Buffer allocated = account.allocate(Math.max(length, BlockFormat.HEADER_BYTES));
      block = allocated;
      return Memory.byteBuffer(allocated.address(), length);
    }
  }
}
