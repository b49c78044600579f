package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.Threads;
import dev.heddle.shuffle.net.PeerThreads;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a server sends to a reader. Another thread takes it ahead, the bytes of the window, so that
 * the server never waits for this reader's other servers. Used by one thread otherwise.
 */
abstract class ServerStream implements AutoCloseable {
  private sealed interface Item {
    /** A message of the server. */
    record Got(Incoming incoming) implements Item {}

    /** Why nothing more comes. */
    record Failed(RuntimeException error) implements Item {}
  }

  private static final int MAX_SILENT_SECONDS = 30; // it says every second that it is busy

  private final ChannelPool channels;
  private final ShuffleAddress address;
  private final MemoryAccount account;
  private final long windowBytes;
  private final BlockingQueue<Item> ahead = new LinkedBlockingQueue<>();
  private @Nullable ShuffleChannel channel;
  private @Nullable Thread receiver;
  private long takenBytes; // not yet reported
  private boolean ended; // the server has sent everything, and it has been taken

  ServerStream(
      ChannelPool channels, ShuffleAddress address, long windowBytes, MemoryAccount account) {
    this.channels = channels;
    this.address = address;
    this.windowBytes = windowBytes;
    this.account = account;
  }

  /** Closes all, and then throws the last failure. */
  static void closeAll(@Nullable ServerStream[] streams) {
    HeddleException failure = null;
    for (ServerStream stream : streams) {
      try {
        if (stream != null) {
          stream.close();
        }
      } catch (HeddleException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Words that the server cannot be reached. */
  abstract HeddleException failure(HeddleException e);

  ShuffleAddress address() {
    return address;
  }

  /** Asks for something. */
  void begin(ShuffleMessage question) {
    try {
      ShuffleChannel lent = channels.lend(address);
      channel = lent;
      lent.send(question);
      receiver = PeerThreads.start("heddle-read-" + address.server(), () -> receiveAll(lent));
    } catch (HeddleException e) {
      throw failure(e);
    }
  }

  private void receiveAll(ShuffleChannel from) {
    try {
      Incoming incoming;
      do {
        incoming = from.receive(account);
        ahead.add(new Item.Got(incoming));
      } while (isFollowed(incoming.message()));
    } catch (RuntimeException e) {
      ahead.add(new Item.Failed(e));
    }
  }

  private static boolean isFollowed(ShuffleMessage message) {
    return switch (message) {
      case ShuffleMessage.Chunk _,
          ShuffleMessage.Parts _,
          ShuffleMessage.Heads _,
          ShuffleMessage.Waiting _ ->
          true;
      default -> false;
    };
  }

  /** Waits for what comes next; a block in it is the caller's. */
  Incoming take() {
    Incoming incoming = takeAny();
    while (incoming.message() instanceof ShuffleMessage.Waiting) {
      incoming = takeAny();
    }
    return incoming;
  }

  private Incoming takeAny() {
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

  HeddleException refusal(ShuffleMessage.Refused refused) {
    return new HeddleException(refused.code(), refused.message() + " (" + address + ")");
  }

  static IllegalStateException unexpected(ShuffleMessage message) {
    return new IllegalStateException("A server does not send " + message);
  }

  static void release(Incoming incoming) {
    if (incoming.block() != null) {
      incoming.block().release();
    }
  }

  /** Reports that bytes have been used, so that others may come. */
  void taken(long bytes) {
    takenBytes += Buffer.roomFor(bytes);
    ShuffleChannel lent = channel;
    if (takenBytes * 4 >= windowBytes) {
      if (lent == null) {
        throw new IllegalStateException("A stream is used before its begin");
      }
      try {
        lent.send(new ShuffleMessage.WindowUpdate(takenBytes));
      } catch (HeddleException e) {
        throw failure(e);
      }
      takenBytes = 0;
    }
  }

  /** Notes that the conversation is over. */
  void noteEnd() {
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
