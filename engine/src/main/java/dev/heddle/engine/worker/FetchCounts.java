package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.FetchedBytes;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes that are read from each server of exchanges. Thread-safe. */
final class FetchCounts {
  private static final int MAX_SERVERS = 200; // in a report, those of most bytes

  private final Map<Integer, LongAdder> bytes = new ConcurrentHashMap<>(); // by server

  /** Returns a channel whose received blocks count. */
  ShuffleChannel counted(ShuffleAddress server, ShuffleChannel channel) {
    return new Counted(channel, of(server));
  }

  /** Counts bytes that have come without a channel. */
  void add(ShuffleAddress server, long read) {
    of(server).add(read);
  }

  private LongAdder of(ShuffleAddress server) {
    return bytes.computeIfAbsent(server.server(), _ -> new LongAdder());
  }

  /** Returns what was read since the last call. */
  List<FetchedBytes> take() {
    List<FetchedBytes> all = new ArrayList<>();
    bytes.forEach(
        (server, count) -> {
          long sum = count.sum();
          if (sum > 0) {
            all.add(new FetchedBytes(server, sum));
          }
        });
    all.sort(Comparator.comparingLong(FetchedBytes::bytes).reversed());
    List<FetchedBytes> most = List.copyOf(all.subList(0, Math.min(MAX_SERVERS, all.size())));
    most.forEach(each -> bytes.get(each.server()).add(-each.bytes()));
    return most;
  }

  /** A channel whose received blocks count. */
  private record Counted(ShuffleChannel channel, LongAdder count) implements ShuffleChannel {
    @Override
    public void send(ShuffleMessage message) {
      channel.send(message);
    }

    @Override
    public void sendBlock(ByteBuffer head, long body, int bodyBytes) {
      channel.sendBlock(head, body, bodyBytes);
    }

    @Override
    public Incoming receive(MemoryAccount account) {
      Incoming incoming = channel.receive(account);
      count.add(incoming.blockBytes());
      return incoming;
    }

    @Override
    public void checkAlive(long nowNanos) {
      channel.checkAlive(nowNanos);
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
