package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.net.PeerThreads;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeDirectory;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjLongConsumer;

/**
 * Exchanges on servers. What a worker writes goes to the server that the scheduler chose, or stays
 * in the worker's own server if it is small. What it reads comes from the servers of the winners.
 *
 * <p>Releasing only forgets the shape: the scheduler notifies the servers. Closing leaves the pool
 * of channels open.
 */
public final class ClusterExchangeBackend implements ExchangeBackend {
  private static final int MAX_SILENT_SECONDS = 30; // what is asked for is there

  private final ExchangeDirectory directory;
  private final ChannelPool channels;
  private final ExchangeClientOptions options;
  private final MemoryAccount account; // for messages
  private final ObjLongConsumer<ShuffleAddress> readInline;
  private final Map<ExchangeId, ExchangeShape> shapes = new ConcurrentHashMap<>();

  /**
   * Makes a backend.
   *
   * @param directory where output goes and where winners are
   * @param channels leads to servers; stays the caller's
   * @param account pays for what is received outside of a task; stays the caller's
   */
  public ClusterExchangeBackend(
      ExchangeDirectory directory,
      ChannelPool channels,
      ExchangeClientOptions options,
      MemoryAccount account) {
    this(directory, channels, options, account, (_, _) -> {});
  }

  /**
   * Makes a backend.
   *
   * @param readInline takes how many bytes of which server were read that have come along with its
   *     report, without a channel; called by any thread
   */
  public ClusterExchangeBackend(
      ExchangeDirectory directory,
      ChannelPool channels,
      ExchangeClientOptions options,
      MemoryAccount account,
      ObjLongConsumer<ShuffleAddress> readInline) {
    this.directory = directory;
    this.channels = channels;
    this.options = options;
    this.account = account;
    this.readInline = readInline;
  }

  @Override
  public void create(ExchangeId exchange, ExchangeShape shape) {
    ExchangeShape there = shapes.putIfAbsent(exchange, shape);
    if (there != null && !there.equals(shape)) {
      throw new IllegalStateException("Cannot create " + exchange + " with another shape");
    }
  }

  @Override
  public ExchangeShape shape(ExchangeId exchange) {
    ExchangeShape shape = shapes.get(exchange);
    if (shape == null) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use " + exchange + ": it is unknown or has been released");
    }
    return shape;
  }

  @Override
  public ExchangeWriter openWriter(
      MapAttempt attempt, MemoryAccount taskAccount, ExchangeSpill spill) {
    ExchangeShape shape = shape(attempt.exchange());
    return new ClusterExchangeWriter(
        channels,
        options,
        directory.target(attempt),
        directory::sealed,
        attempt,
        shape,
        taskAccount);
  }

  @Override
  public ExchangeReader openReader(
      ExchangeId exchange, ExchangePart part, MemoryAccount taskAccount) {
    ExchangeShape shape = shape(exchange);
    part.check(exchange, shape);
    WinnerTable winners = winners(exchange, shape);
    return InlineExchangeReader.open(
            winners, directory.little(exchange), shape, part, taskAccount, readInline)
        .orElseGet(() -> open(winners, shape, part, taskAccount));
  }

  private ExchangeReader open(
      WinnerTable winners, ExchangeShape shape, ExchangePart part, MemoryAccount taskAccount) {
    long millis = options.reconnectMillis();
    return shape.isPacked()
        ? new PackedExchangeReader(channels, winners, shape, part, millis, taskAccount)
        : new ClusterExchangeReader(channels, winners, shape, part, millis, taskAccount);
  }

  private WinnerTable winners(ExchangeId exchange, ExchangeShape shape) {
    WinnerTable winners = directory.winners(exchange);
    if (winners.maps().size() != shape.maps()) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Cannot read "
              + exchange
              + ": "
              + winners.maps().size()
              + " of "
              + shape.maps()
              + " maps have committed");
    }
    return winners;
  }

  @Override
  public List<PartitionTotals> totals(ExchangeId exchange) {
    ExchangeShape shape = shape(exchange);
    WinnerTable winners = winners(exchange, shape);
    if (shape.isPacked() && shape.partitions() > 1) {
      return readTotals(exchange, shape);
    }
    List<PartitionTotals> sums =
        new ArrayList<>(Collections.nCopies(shape.partitions(), PartitionTotals.NONE));
    for (int server = 0; server < winners.servers().size(); server++) {
      List<RequestedMap> maps = wanted(winners, server);
      if (!maps.isEmpty()) {
        List<PartitionTotals> part = totals(winners, winners.servers().get(server), maps);
        for (int p = 0; p < part.size(); p++) {
          sums.set(p, sums.get(p).plus(part.get(p)));
        }
      }
    }
    return sums;
  }

  /** Sums up all rows: servers do not know what each partition of packs has. */
  private List<PartitionTotals> readTotals(ExchangeId exchange, ExchangeShape shape) {
    List<PartitionTotals> sums = new ArrayList<>();
    for (int partition = 0; partition < shape.partitions(); partition++) {
      PartitionTotals sum = PartitionTotals.NONE;
      try (ExchangeReader reader = openReader(exchange, partition, account)) {
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
          try (Batch batch = next.get()) {
            sum = sum.plus(RowLedger.totals(batch, account));
          }
        }
      }
      sums.add(sum);
    }
    return sums;
  }

  private List<PartitionTotals> totals(
      WinnerTable winners, ShuffleAddress address, List<RequestedMap> maps) {
    ShuffleMessage answer;
    try {
      ShuffleChannel channel = channels.lend(address);
      boolean ended = false;
      try {
        channel.send(new ShuffleMessage.AskTotals(winners.exchange(), winners.epoch(), maps));
        answer = await(channel);
        ended = true;
      } finally {
        if (ended) {
          channels.giveBack(address, channel);
        } else {
          channels.discard(address, channel);
        }
      }
    } catch (HeddleException e) {
      List<Integer> numbers = maps.stream().map(RequestedMap::map).toList();
      throw lost(winners.exchange(), numbers, address, e);
    }
    return switch (answer) {
      case ShuffleMessage.Totals totals -> {
        checkFound(winners.exchange(), totals.heads(), address);
        yield totals.totals();
      }
      case ShuffleMessage.Refused refused ->
          throw new HeddleException(refused.code(), refused.message() + " (" + address + ")");
      default -> throw new IllegalStateException("A server does not answer " + answer);
    };
  }

  /** Waits for an answer, but not for ever: the caller closes a silent channel. */
  private ShuffleMessage await(ShuffleChannel channel) {
    CompletableFuture<ShuffleMessage> answer = new CompletableFuture<>();
    PeerThreads.start(
        "heddle-totals",
        () -> {
          try {
            ShuffleMessage message = channel.receive(account).message();
            while (message instanceof ShuffleMessage.Waiting) {
              message = channel.receive(account).message();
            }
            answer.complete(message);
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    try {
      for (int i = 0; i < MAX_SILENT_SECONDS && !answer.isDone(); i++) {
        try {
          return answer.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException _) { // a process that was stopped meanwhile loses one second
        }
      }
      if (!answer.isDone()) {
        throw new HeddleException(
            ErrorCode.IO, "it has not answered for " + MAX_SILENT_SECONDS + " seconds");
      }
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Asking for totals was interrupted", e);
    }
  }

  private static List<RequestedMap> wanted(WinnerTable winners, int server) {
    return wanted(winners, server, 0, winners.maps().size());
  }

  /** Returns the maps of a range whose winners are on a server. */
  static List<RequestedMap> wanted(WinnerTable winners, int server, int firstMap, int endMap) {
    List<RequestedMap> maps = new ArrayList<>();
    for (int map = firstMap; map < endMap; map++) {
      WinnerTable.Winner winner = winners.maps().get(map);
      if (winner.server() == server) {
        maps.add(new RequestedMap(map, winner.attempt(), winner.digest()));
      }
    }
    return maps;
  }

  /** Words that a server cannot be reached: everything on it is lost. */
  static HeddleException lost(
      ExchangeId exchange, List<Integer> maps, ShuffleAddress address, HeddleException cause) {
    if (cause.code() != ErrorCode.IO) {
      return cause;
    }
    return new FetchLostException(
        exchange, maps, address + " cannot be reached: " + cause.getMessage(), cause);
  }

  /** Demands that everything asked for is there. */
  static void checkFound(ExchangeId exchange, List<MapHead> heads, ShuffleAddress address) {
    List<Integer> missing = new ArrayList<>();
    int lost = 0;
    for (MapHead head : heads) {
      switch (head.answer()) {
        case FOUND -> {}
        case RELEASED ->
            throw new HeddleException(
                ErrorCode.CLOSED, "Cannot read " + exchange + ": it has been released");
        case ABSENT, LOST -> {
          missing.add(head.map());
          lost += head.answer() == MapAnswer.LOST ? 1 : 0;
        }
      }
    }
    if (!missing.isEmpty()) {
      int absent = missing.size() - lost;
      throw new FetchLostException(
          exchange,
          missing,
          address + " has lost " + lost + " of them and never had " + absent,
          null);
    }
  }

  @Override
  public void release(ExchangeId exchange) {
    shapes.remove(exchange);
  }

  @Override
  public void close() {
    shapes.clear();
  }
}
