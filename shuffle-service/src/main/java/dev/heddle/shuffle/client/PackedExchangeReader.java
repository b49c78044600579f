package dev.heddle.shuffle.client;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.WinnerTable;
import dev.heddle.shuffle.store.PartFormat;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range of partitions of a range of the winners of packs: partition by partition, and each
 * map by map. Parts come from all servers at once and are merged in that order; the rows of each
 * are proved. A part that does not come is found by those behind it, whose numbers have no gap, and
 * by the server, which proves a map's digest when it seals and when it merges.
 */
final class PackedExchangeReader implements ExchangeReader {
  private final ChannelPool channels;
  private final Reconnection reconnection;
  private final WinnerTable winners;
  private final ExchangePart part;
  private final MemoryAccount account;
  private final @Nullable PartStream[] streams; // by server; null for those without a winner
  private final boolean[] isOpen; // whether there is a part at hand
  private final PartDecoder rows;
  private boolean ended;

  PackedExchangeReader(
      ChannelPool channels,
      WinnerTable winners,
      ExchangeShape shape,
      ExchangePart part,
      long reconnectMillis,
      MemoryAccount account) {
    this.channels = channels;
    this.winners = winners;
    this.part = part;
    this.account = account;
    this.reconnection = new Reconnection(channels, winners, reconnectMillis);
    this.streams = new PartStream[winners.servers().size()];
    this.isOpen = new boolean[streams.length];
    this.rows = new PartDecoder(winners.exchange(), shape, part, account);
    try {
      open();
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private void open() {
    Set<Integer> lost = new LinkedHashSet<>();
    @Nullable FetchLostException first = null;
    boolean[] begun = new boolean[streams.length];
    for (int server = 0; server < streams.length; server++) {
      PartStream stream = stream(server, part.firstPartition(), part.firstMap(), 0);
      streams[server] = stream;
      if (stream == null) {
        continue;
      }
      try {
        stream.begin();
        begun[server] = true;
      } catch (FetchLostException e) {
        first = first == null ? e : first;
        lost.addAll(e.maps());
      }
    }
    for (int server = 0; server < streams.length; server++) {
      PartStream stream = streams[server];
      try {
        if (stream != null && begun[server]) {
          stream.checkFound();
        }
      } catch (FetchLostException e) {
        first = first == null ? e : first;
        lost.addAll(e.maps());
      }
    }
    if (first != null) {
      throw ClusterExchangeReader.all(first, lost);
    }
    for (int server = 0; server < streams.length; server++) {
      step(server);
    }
  }

  /** Returns a stream of a server from a part on, or null if the server has no winner. */
  private @Nullable PartStream stream(int server, int partition, int fromMap, int fromSequence) {
    MapSelection.Builder wanted = new MapSelection.Builder();
    for (int map = part.firstMap(); map < part.endMap(); map++) {
      WinnerTable.Winner winner = winners.maps().get(map);
      if (winner.server() == server) {
        wanted.add(map, winner.attempt(), winner.digest());
      }
    }
    MapSelection maps = wanted.build();
    if (maps.count() == 0) {
      return null;
    }
    ShuffleMessage.ReadParts read =
        new ShuffleMessage.ReadParts(
            winners.exchange(),
            winners.epoch(),
            partition,
            part.endPartition(),
            fromMap,
            fromSequence,
            maps,
            ClusterExchangeReader.windowBytes(account, streams.length));
    return new PartStream(channels, winners.servers().get(server), read, account);
  }

  /** Goes to the next part of a server. */
  private void step(int server) {
    PartStream stream = streams[server];
    if (stream == null) {
      return;
    }
    boolean wasOpen = isOpen[server];
    int partition = wasOpen ? PartFormat.partition(stream.part()) : part.firstPartition();
    int map = wasOpen ? PartFormat.map(stream.part()) : part.firstMap();
    int sequence = wasOpen ? PartFormat.sequence(stream.part()) + 1 : 0;
    try {
      isOpen[server] = stream.next();
    } catch (FetchLostException e) {
      isOpen[server] =
          reconnection.tryAgain(
              server,
              e,
              () -> {
                stream.close();
                PartStream again = stream(server, partition, map, sequence);
                PartStream old = streams[server];
                streams[server] = again;
                if (old != null) {
                  old.close();
                }
                if (again == null) {
                  throw e;
                }
                again.begin();
                again.checkFound();
                return again.next();
              });
    }
  }

  @Override
  public Optional<Batch> next() {
    while (true) {
      Batch batch = rows.take();
      if (batch != null) {
        return Optional.of(batch);
      }
      int server = ended ? -1 : first();
      if (server < 0) {
        ended = true;
        Batch last = rows.takeLast();
        return Optional.ofNullable(last);
      }
      PartStream stream = streams[server];
      if (stream == null) {
        throw new IllegalStateException("A part without a stream");
      }
      if (rows.add(stream.part(), stream::lost)) {
        step(server);
      }
    }
  }

  /** Returns the server whose part comes next, or -1 at the end. */
  private int first() {
    int best = -1;
    long bestKey = Long.MAX_VALUE;
    for (int server = 0; server < streams.length; server++) {
      PartStream stream = streams[server];
      if (stream != null && isOpen[server]) {
        long at = stream.part();
        long key = (long) PartFormat.partition(at) << 32 | PartFormat.map(at);
        if (key < bestKey) {
          best = server;
          bestKey = key;
        }
      }
    }
    return best;
  }

  @Override
  public void close() {
    rows.close();
    ServerStream.closeAll(streams);
  }
}
