package dev.heddle.shuffle.client;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ReadTotals;
import dev.heddle.shuffle.protocol.ShuffleChannel.Incoming;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import dev.heddle.shuffle.protocol.WinnerTable;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.BundleId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range of partitions of a range of the winners, map by map, and proves each map's totals
 * when it is over.
 */
final class ClusterExchangeReader implements ExchangeReader {
  private static final long WINDOW_BYTES = 8 << 20; // of all servers
  private static final long MIN_WINDOW_BYTES = 256 << 10;
  private static final int WINDOW_SHARE = 32; // what of the memory limit it may be

  private final ChannelPool channels;
  private final Reconnection reconnection;
  private final WinnerTable winners;
  private final ExchangePart part;
  private final int firstMap;
  private final int endMap;
  private final MemoryAccount account;
  private final IpcBlockReader blocks;
  private final MapStream[] streams; // by server; null for those without a winner
  private final MapHead[] heads; // by map
  private int map; // before the first one at the start
  private int blocksLeft; // of the map
  private int partition; // of the last block
  private int sequence; // expected next
  private final ReadTotals totals; // of the map
  private boolean ended;

  ClusterExchangeReader(
      ChannelPool channels,
      WinnerTable winners,
      ExchangeShape shape,
      ExchangePart part,
      long reconnectMillis,
      MemoryAccount account) {
    this.channels = channels;
    this.reconnection = new Reconnection(channels, winners, reconnectMillis);
    this.winners = winners;
    this.part = part;
    this.firstMap = part.firstMap();
    this.endMap = part.endMap();
    this.map = firstMap - 1;
    this.totals = new ReadTotals(part, shape, account);
    this.account = account;
    this.blocks = new IpcBlockReader(shape.types(), part.columns(), account);
    this.streams = new MapStream[winners.servers().size()];
    this.heads = new MapHead[winners.maps().size()];
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
    List<MapStream> begun = new ArrayList<>();
    for (int server = 0; server < streams.length; server++) {
      List<RequestedMap> maps = ClusterExchangeBackend.wanted(winners, server, firstMap, endMap);
      if (maps.isEmpty()) {
        continue;
      }
      streams[server] = stream(server, maps);
      try {
        streams[server].begin();
        begun.add(streams[server]);
      } catch (FetchLostException e) {
        first = first == null ? e : first;
        lost.addAll(e.maps());
      }
    }
    for (MapStream stream : begun) {
      try {
        for (MapHead head : stream.heads()) {
          heads[head.map()] = head;
        }
      } catch (FetchLostException e) {
        first = first == null ? e : first;
        lost.addAll(e.maps());
      }
    }
    if (first != null) {
      throw all(first, lost);
    }
  }

  /** Returns how many bytes may be on their way from each of a number of servers. */
  static long windowBytes(MemoryAccount account, int servers) {
    long whole = Math.min(WINDOW_BYTES, account.ledger().limitBytes() / WINDOW_SHARE);
    return Math.max(MIN_WINDOW_BYTES, whole / Math.max(1, servers));
  }

  private MapStream stream(int server, List<RequestedMap> maps) {
    ShuffleMessage.Read read =
        new ShuffleMessage.Read(
            winners.exchange(),
            winners.epoch(),
            part.firstPartition(),
            part.endPartition(),
            maps,
            windowBytes(account, streams.length));
    return new MapStream(channels, winners.servers().get(server), read, account);
  }

  /** Names everything that is lost, on all servers. */
  static FetchLostException all(FetchLostException first, Set<Integer> lost) {
    if (first.maps().size() == lost.size()) {
      return first;
    }
    return new FetchLostException(
        first.exchange(),
        lost.stream().sorted().toList(),
        String.valueOf(first.getMessage()),
        first);
  }

  @Override
  public Optional<Batch> next() {
    while (!ended) {
      Batch batch = blocks.next();
      if (batch != null) {
        return Optional.of(totals.add(batch));
      }
      if (map >= firstMap && blocksLeft > 0) {
        openBlock();
      } else {
        endMap();
      }
    }
    return Optional.empty();
  }

  /** Proves the totals of the map that is over, and goes on to the next one. */
  private void endMap() {
    if (map >= firstMap && !totals.areProved(heads[map].totals())) {
      throw streamOf(map)
          .lost(
              map,
              "rows were lost, doubled or changed in "
                  + part.place()
                  + ": "
                  + totals.difference(heads[map].totals()));
    }
    map++;
    if (map == endMap) {
      for (MapStream stream : streams) {
        if (stream != null) {
          end(stream);
        }
      }
      ended = true;
      return;
    }
    totals.clear();
    blocksLeft = heads[map].blocks();
    partition = -1;
  }

  /** Demands that nothing more comes; all that was to come has been proved by now. */
  private void end(MapStream stream) {
    try {
      stream.end();
    } catch (FetchLostException e) {
      if (!reconnection.mayOvercome(e)) {
        throw e;
      }
    }
  }

  private MapStream streamOf(int ofMap) {
    return streams[winners.maps().get(ofMap).server()];
  }

  private void openBlock() {
    Incoming incoming = nextBlock();
    MapStream stream = streamOf(map);
    Buffer block = incoming.block();
    if (block == null) {
      throw new IllegalStateException("A chunk has no block");
    }
    int bytes = incoming.blockBytes();
    try {
      long at = block.address();
      String defect = BlockFormat.defect(at, bytes);
      if (defect != null) {
        throw stream.lost(map, "a block is broken: " + defect);
      }
      checkPlace(stream, at);
      blocks.open(BlockFormat.metadata(at), BlockFormat.body(at), BlockFormat.bodyBytes(at));
    } finally {
      block.release();
    }
    blocksLeft--;
    taken(stream, bytes);
  }

  private void taken(MapStream stream, int bytes) {
    try {
      stream.taken(bytes);
    } catch (FetchLostException e) {
      if (!reconnection.mayOvercome(e)) {
        throw e;
      } // else the next block is asked for anew
    }
  }

  private Incoming nextBlock() {
    try {
      return streamOf(map).next(map);
    } catch (FetchLostException e) {
      return nextBlockAnew(e);
    }
  }

  /** Connects again to the server that has the map, and goes on behind the last block. */
  private Incoming nextBlockAnew(FetchLostException broken) {
    int server = winners.maps().get(map).server();
    return reconnection.tryAgain(
        server,
        broken,
        () -> {
          streamOf(map).close();
          streams[server] =
              stream(server, ClusterExchangeBackend.wanted(winners, server, map, endMap));
          return skipToNextBlock(streams[server]);
        });
  }

  private Incoming skipToNextBlock(MapStream stream) {
    stream.begin();
    for (MapHead head : stream.heads()) {
      if (!head.equals(heads[head.map()])) {
        throw stream.lost(head.map(), "it is another one than before the connection broke");
      }
    }
    for (int i = heads[map].blocks() - blocksLeft; i > 0; i--) {
      Incoming known = stream.next(map);
      if (known.block() != null) {
        known.block().release();
      }
      stream.taken(known.blockBytes());
    }
    return stream.next(map);
  }

  /** Demands that a block is the next one of its partition. */
  private void checkPlace(MapStream stream, long block) {
    ExchangeId exchange = winners.exchange();
    BundleId bundle =
        new BundleId(
            new MapAttempt(exchange, map, winners.maps().get(map).attempt()), winners.epoch());
    int its = BlockFormat.partition(block);
    if (its != partition) {
      sequence = 0;
    }
    if (!BlockFormat.isOf(block, bundle)
        || its < Math.max(partition, part.firstPartition())
        || its >= part.endPartition()
        || BlockFormat.sequence(block) != sequence) {
      throw stream.lost(map, "a block of " + part.place() + " came that is not the next one");
    }
    partition = its;
    sequence++;
  }

  @Override
  public void close() {
    blocks.close();
    ServerStream.closeAll(streams);
  }
}
