package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client in the server's process, whose thread does the server's work for it. A block goes to it
 * without a copy, paid for by the server until the client frees it.
 */
final class LocalPeer implements Peer, ShuffleChannel {
  private final ShuffleService service;
  private final long connection;
  private final SendQueue outbox;
  private volatile boolean closed;

  LocalPeer(ShuffleService service, long connection) {
    this.service = service;
    this.connection = connection;
    this.outbox = new SendQueue(service, () -> {});
  }

  @Override
  public void reply(ShuffleMessage message) {
    outbox.reply(message);
  }

  @Override
  public void send(ServerCommand.SendBlock command, @Nullable Buffer block) {
    outbox.send(command, block);
  }

  @Override
  public void send(ServerCommand.SendParts command, List<Buffer> packs) {
    outbox.send(command, packs);
  }

  @Override
  public void end() {
    closed = true;
    outbox.drain();
    outbox.end();
  }

  @Override
  public void checkAlive(long nowMillis) {}

  private void checkOpen() {
    if (closed) {
      throw closedError();
    }
  }

  static HeddleException closedError() {
    return new HeddleException(ErrorCode.IO, "The shuffle server of this process was closed");
  }

  @Override
  public void send(ShuffleMessage message) {
    checkOpen();
    service.handleNow(connection, new ServerEvent.Received(connection, message));
  }

  @Override
  public void sendBlock(ByteBuffer head, long body, int bodyBytes) {
    checkOpen();
    int headBytes = head.remaining();
    Buffer block = service.account().allocate((long) headBytes + bodyBytes);
    Memory.copyFromArray(
        head.array(), head.arrayOffset() + head.position(), block.address(), headBytes);
    Memory.copy(body, block.address() + headBytes, bodyBytes);
    service.arrivedNow(connection, block, headBytes + bodyBytes);
  }

  @Override
  public Incoming receive(MemoryAccount account) {
    try {
      SendQueue.Ready ready = outbox.take();
      if (ready == null) {
        throw closedError();
      }
      ServerEvent sent = ready.sent();
      if (sent != null) {
        service.sentNow(sent);
      }
      return ready.incoming();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Reading an exchange was interrupted", e);
    }
  }

  @Override
  public void close() {
    service.disconnect(connection);
  }
}
