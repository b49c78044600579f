package dev.heddle.shuffle.server;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Frame;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client at the other end of a connection, with a thread that sends and one that receives. */
final class SocketPeer implements Peer {
  private static final Logger LOG = LoggerFactory.getLogger(SocketPeer.class);

  /** How long a client may leave what it has room for: it may have been stopped for a minute. */
  private static final long MAX_SEND_MILLIS = 120_000;

  /** The number of blocks that wait for each other at most before they are reported. */
  private static final int MAX_UNREPORTED_BLOCKS = 64;

  private final ShuffleService service;
  private final long number;
  private final Connection connection;
  private final SendQueue outbox;
  private final List<ServerEvent> sent = new ArrayList<>(); // by the sending thread
  private volatile long sendingSinceMillis = -1;

  SocketPeer(ShuffleService service, long number, Connection connection) {
    this.service = service;
    this.number = number;
    this.connection = connection;
    this.outbox = new SendQueue(service, this::pause);
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
    outbox.end();
    connection.close();
  }

  @Override
  public void checkAlive(long nowMillis) {
    long since = sendingSinceMillis;
    if (since >= 0 && nowMillis - since > MAX_SEND_MILLIS) {
      LOG.warn("{} does not take what it has room for: its connection is closed", connection);
      connection.close();
    }
  }

  /**
   * Sends what there is until the end, and reports it, sent or not. What is little goes together
   * with what else there is: a server may have thousands of such blocks for one reader.
   */
  void sendAll() {
    try {
      for (SendQueue.Ready ready = outbox.take(); ready != null; ready = outbox.take()) {
        Incoming incoming = ready.incoming();
        Buffer block = incoming.block();
        try {
          say(() -> send(incoming));
        } finally {
          if (block != null) {
            block.release();
          }
          ServerEvent event = ready.sent();
          if (event != null) {
            sent.add(event);
          }
        }
        if (sent.size() >= MAX_UNREPORTED_BLOCKS) {
          report();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does this
    } finally {
      report();
    }
  }

  private void send(Incoming incoming) {
    Buffer block = incoming.block();
    if (block == null) {
      connection.sendWithNext(ShuffleFrames.MESSAGE, ShuffleFrames.encode(incoming.message()));
    } else {
      int kind =
          incoming.message() instanceof ShuffleMessage.Parts
              ? ShuffleFrames.PARTS
              : ShuffleFrames.CHUNK;
      connection.sendWithNext(kind, Memory.byteBuffer(block.address(), incoming.blockBytes()));
    }
  }

  private void say(Runnable words) {
    try {
      if (!connection.isClosed()) {
        sendingSinceMillis = service.nowMillis();
        words.run();
      }
    } catch (HeddleException e) {
      LOG.debug("cannot send to {}: {}", connection, e.getMessage());
    } finally {
      sendingSinceMillis = -1;
    }
  }

  /** Nothing waits here for more while the sending thread waits. */
  private void pause() {
    say(connection::flush);
    report();
  }

  private void report() {
    service.sent(List.copyOf(sent));
    sent.clear();
  }

  /** Receives until the connection ends. */
  void receiveAll() {
    while (true) {
      Buffer[] room = new Buffer[1];
      try {
        Optional<Frame> frame = connection.receive((kind, length) -> room(kind, length, room));
        if (frame.isEmpty()) {
          return;
        }
        if (room[0] == null) {
          service.post(
              new ServerEvent.Received(number, ShuffleFrames.decode(frame.get().payload())));
        } else {
          Buffer block = room[0];
          room[0] = null;
          service.arrived(number, block, frame.get().payload().remaining());
        }
      } finally {
        if (room[0] != null) {
          room[0].release();
        }
      }
    }
  }

  private ByteBuffer room(int kind, int length, Buffer[] room) {
    if (kind != ShuffleFrames.BLOCK) {
      return ByteBuffer.allocate(length);
    }
    Buffer block = service.account().allocate(length);
    room[0] = block;
    return Memory.byteBuffer(block.address(), length);
  }
}
