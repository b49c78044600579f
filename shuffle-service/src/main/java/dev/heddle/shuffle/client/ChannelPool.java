package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The channels of a worker to servers: each is lent for one conversation and reused for the next
 * one. Thread-safe.
 */
public final class ChannelPool implements AutoCloseable {
  private static final int MAX_IDLE_CHANNELS = 8; // a server
  private static final Duration WATCH_PERIOD = Duration.ofSeconds(5);

  private final Function<ShuffleAddress, ShuffleChannel> opener;
  private final Map<ShuffleAddress, Deque<ShuffleChannel>> idle = new HashMap<>();
  private final Map<ShuffleAddress, Set<ShuffleChannel>> lent = new HashMap<>();
  private final Thread watch;
  private final Map<Integer, Integer> losses = new HashMap<>(); // how often, by server
  private boolean closed;

  /** Makes a pool that opens channels in a way. */
  public ChannelPool(Function<ShuffleAddress, ShuffleChannel> opener) {
    this.opener = opener;
    this.watch = Thread.ofVirtual().name("heddle-channels").start(this::watch);
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(WATCH_PERIOD);
        checkAlive(System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  /** Closes channels whose other end has taken nothing for too long. */
  void checkAlive(long nowNanos) {
    List<ShuffleChannel> channels = new ArrayList<>();
    synchronized (this) {
      lent.values().forEach(channels::addAll);
    }
    channels.forEach(channel -> channel.checkAlive(nowNanos));
  }

  /**
   * Lends a channel.
   *
   * @throws HeddleException if the server cannot be reached
   */
  ShuffleChannel lend(ShuffleAddress address) {
    synchronized (this) {
      checkOpen();
      Deque<ShuffleChannel> kept = idle.get(address);
      if (kept != null && !kept.isEmpty()) {
        ShuffleChannel channel = kept.removeLast();
        lent.computeIfAbsent(address, _ -> new HashSet<>()).add(channel);
        return channel;
      }
    }
    ShuffleChannel channel = opener.apply(address);
    synchronized (this) {
      if (!closed) {
        lent.computeIfAbsent(address, _ -> new HashSet<>()).add(channel);
        return channel;
      }
    }
    channel.close();
    throw closedError();
  }

  private void checkOpen() {
    if (closed) {
      throw closedError();
    }
  }

  private static HeddleException closedError() {
    return new HeddleException(ErrorCode.CLOSED, "The exchanges of this worker are closed");
  }

  /** Takes a channel back on which nothing is under way. */
  void giveBack(ShuffleAddress address, ShuffleChannel channel) {
    synchronized (this) {
      forget(address, channel);
      Deque<ShuffleChannel> kept = idle.computeIfAbsent(address, _ -> new ArrayDeque<>());
      if (!closed && kept.size() < MAX_IDLE_CHANNELS) {
        kept.add(channel);
        return;
      }
    }
    channel.close();
  }

  /** Closes a channel in whatever state. */
  void discard(ShuffleAddress address, ShuffleChannel channel) {
    synchronized (this) {
      forget(address, channel);
    }
    channel.close();
  }

  private void forget(ShuffleAddress address, ShuffleChannel channel) {
    Set<ShuffleChannel> out = lent.get(address);
    if (out != null) {
      out.remove(channel);
    }
  }

  /** Returns how often servers of a number have been lost. */
  synchronized int losses(int server) {
    return losses.getOrDefault(server, 0);
  }

  /** Closes the channels to a server that is lost, so that nobody waits for it. */
  public void lost(int server) {
    List<ShuffleChannel> channels = new ArrayList<>();
    synchronized (this) {
      losses.merge(server, 1, Integer::sum);
      for (ShuffleAddress address : List.copyOf(idle.keySet())) {
        if (address.server() == server) {
          channels.addAll(idle.remove(address));
        }
      }
      for (Map.Entry<ShuffleAddress, Set<ShuffleChannel>> entry : lent.entrySet()) {
        if (entry.getKey().server() == server) {
          channels.addAll(entry.getValue());
        }
      }
    }
    channels.forEach(ShuffleChannel::close);
  }

  @Override
  public void close() {
    watch.interrupt();
    List<ShuffleChannel> channels = new ArrayList<>();
    synchronized (this) {
      closed = true;
      idle.values().forEach(channels::addAll);
      lent.values().forEach(channels::addAll);
      idle.clear();
    }
    channels.forEach(ShuffleChannel::close);
  }
}
