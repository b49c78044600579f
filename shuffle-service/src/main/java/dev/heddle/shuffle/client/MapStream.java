package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.Threads;
import dev.heddle.shuffle.net.PeerThreads;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads some partitions of the maps of one server, in order. Another thread takes blocks ahead, the
 * bytes of the window, so that the server never waits for this reader's other servers. Used by one
 * thread otherwise.
 */
final class MapStream implements AutoCloseable {
  private sealed interface Item {
    /** A message of the server. */
    record Got(Incoming incoming) implements Item {}

    /** Why nothing more comes. */
    record Failed(RuntimeException error) implements Item {}
  }

  private static final int MAX_SILENT_SECONDS = 30; // what is asked for is there

  private final ChannelPool channels;
  private final ShuffleAddress address;
  private final ShuffleMessage.Read read;
  private final MemoryAccount account;
  private final BlockingQueue<Item> ahead = new LinkedBlockingQueue<>();
  private @Nullable ShuffleChannel channel;
  private @Nullable Thread receiver;
  private long takenBytes; // not yet reported
  private boolean ended; // the server has sent everything, and it has been taken

  MapStream(
      ChannelPool channels,
      ShuffleAddress address,
      ShuffleMessage.Read read,
      MemoryAccount account) {
    this.channels = channels;
    this.address = address;
    this.read = read;
    this.account = account;
  }

  /** Asks for the maps. */
  void begin() {
    try {
      ShuffleChannel lent = channels.lend(address);
      channel = lent;
      lent.send(read);
      receiver = PeerThreads.start("heddle-read-" + address.server(), () -> receiveAll(lent));
    } catch (HeddleException e) {
      throw failure(e);
    }
  }

  /** Waits for the answer, which must find everything; blocks come from now on. */
  List<MapHead> heads() {
    ShuffleMessage answer = take().message();
    return switch (answer) {
      case ShuffleMessage.Heads heads -> {
        ClusterExchangeBackend.checkFound(read.exchange(), heads.heads(), address);
        yield heads.heads();
      }
      case ShuffleMessage.Refused refused -> throw refusal(refused);
      default -> throw unexpected(answer);
    };
  }

  private ShuffleChannel lent() {
    if (channel == null) {
      throw new IllegalStateException("A stream is used before its begin");
    }
    return channel;
  }

  private HeddleException failure(HeddleException e) {
    return ClusterExchangeBackend.lost(read.exchange(), read.maps(), address, e);
  }

  private HeddleException refusal(ShuffleMessage.Refused refused) {
    return new HeddleException(refused.code(), refused.message() + " (" + address + ")");
  }

  private static IllegalStateException unexpected(ShuffleMessage message) {
    return new IllegalStateException("A server does not send " + message);
  }

  private void receiveAll(ShuffleChannel from) {
    try {
      Incoming incoming;
      do {
        incoming = from.receive(account);
        ahead.add(new Item.Got(incoming));
      } while (incoming.message() instanceof ShuffleMessage.Chunk
          || incoming.message() instanceof ShuffleMessage.Heads);
    } catch (RuntimeException e) {
      ahead.add(new Item.Failed(e));
    }
  }

  /** Waits for what comes next; a block in it is the caller's. */
  private Incoming take() {
    Item item = null;
    try {
      // second by second: a process that was stopped meanwhile has lost one, not all
      for (int i = 0; item == null && i < MAX_SILENT_SECONDS; i++) {
        item = ahead.poll(1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Reading an exchange was interrupted", e);
    }
    if (item == null) {
      throw failure(
          new HeddleException(
              ErrorCode.IO, "it has not answered for " + MAX_SILENT_SECONDS + " seconds"));
    }
    return switch (item) {
      case Item.Failed failed ->
          throw failed.error instanceof HeddleException known ? failure(known) : failed.error;
      case Item.Got got -> got.incoming;
    };
  }

  /** Waits for the next block of a map; it is the caller's, which calls {@link #taken} after it. */
  Incoming next(int map) {
    return checked(take(), map);
  }

  private Incoming checked(Incoming incoming, int map) {
    ExchangeId exchange = read.exchange();
    switch (incoming.message()) {
      case ShuffleMessage.Chunk chunk -> {
        if (chunk.map() != map) {
          release(incoming);
          throw lost(map, "blocks of map " + chunk.map() + " came instead");
        }
        return incoming;
      }
      case ShuffleMessage.MapLost loss ->
          throw new FetchLostException(
              exchange, List.of(loss.map()), loss.why() + " (" + address + ")", null);
      case ShuffleMessage.Refused refused -> throw refusal(refused);
      case ShuffleMessage.ReadDone _ -> throw lost(map, "fewer blocks came than were stated");
      default -> throw unexpected(incoming.message());
    }
  }

  /** Words that a map is not what it should be. */
  FetchLostException lost(int map, String why) {
    return new FetchLostException(read.exchange(), List.of(map), why + " (" + address + ")", null);
  }

  private static void release(Incoming incoming) {
    if (incoming.block() != null) {
      incoming.block().release();
    }
  }

  /** Reports that a block has been used, so that another one may come. */
  void taken(long bytes) {
    takenBytes += Buffer.roomFor(bytes);
    if (takenBytes * 4 >= read.windowBytes()) {
      try {
        lent().send(new ShuffleMessage.WindowUpdate(takenBytes));
      } catch (HeddleException e) {
        throw failure(e);
      }
      takenBytes = 0;
    }
  }

  /** Demands that nothing more comes. */
  void end() {
    Incoming last = take();
    release(last);
    if (!(last.message() instanceof ShuffleMessage.ReadDone)) {
      throw lost(read.maps().getLast().map(), "more came than was stated");
    }
    ended = true;
  }

  @Override
  public void close() {
    ShuffleChannel lent = channel;
    channel = null;
    if (lent == null) {
      return;
    }
    if (ended) {
      channels.giveBack(address, lent);
    } else {
      channels.discard(address, lent);
    }
    if (receiver != null) {
      Threads.join(receiver);
    }
    for (Item item = ahead.poll(); item != null; item = ahead.poll()) {
      if (item instanceof Item.Got got) {
        release(got.incoming);
      }
    }
  }
}
