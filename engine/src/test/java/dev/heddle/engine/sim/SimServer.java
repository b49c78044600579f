package dev.heddle.engine.sim;

import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.MapHead;
import dev.heddle.shuffle.protocol.ShuffleMessage.RequestedMap;
import dev.heddle.shuffle.server.BlockPlace;
import dev.heddle.shuffle.server.ServerCommand;
import dev.heddle.shuffle.server.ServerEvent;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.server.ShuffleServer;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One life of a shuffle server process around the real core. A block carries one amount, and its
 * partition's checksum is that amount. Conversations take no time; the disk is as quick.
 */
final class SimServer {
  private static final int BLOCK_BYTES = 900;

  final ShuffleAddress address;
  final Optional<WorkerId> worker;
  final Disk disk;
  boolean isAlive = true;
  long fullUntil;
  long tierDownUntil;
  long cutUntil;

  private final ShuffleServer core;
  private final Consumer<String> points;
  private final Map<BundleId, TreeMap<Long, Long>> tier = new LinkedHashMap<>(); // of this life
  private final Map<Long, Long> memory = new LinkedHashMap<>();
  private final Deque<ShuffleMessage> replies = new ArrayDeque<>();
  private final Deque<ServerCommand> work = new ArrayDeque<>();
  private final List<Long> received = new ArrayList<>();
  private long connections;
  private long handles;
  private long now;

  /** What outlives a server: amounts by bundle and offset, and what is sealed. */
  static final class Disk {
    private final Map<BundleId, TreeMap<Long, Long>> files = new LinkedHashMap<>();
    private final Map<BundleId, BundleIndex> sealed = new HashMap<>();
    private final Set<BundleId> broken = new HashSet<>();

    /** Changes amounts of a file, if there is one, or makes it unreadable. */
    void damage(Random random) {
      if (!files.isEmpty()) {
        BundleId bundle = List.copyOf(files.keySet()).get(random.nextInt(files.size()));
        if (random.nextBoolean()) {
          broken.add(bundle);
        } else {
          files.get(bundle).entrySet().forEach(e -> e.setValue(e.getValue() ^ 8));
        }
      }
    }
  }

  SimServer(
      ShuffleAddress address,
      Optional<WorkerId> worker,
      Disk disk,
      long memoryBytes,
      long diskBytes,
      long now,
      Consumer<String> points) {
    this.points = points;
    this.address = address;
    this.worker = worker;
    this.disk = disk;
    this.core =
        new ShuffleServer(
            worker.isPresent()
                ? new ServerLimits(memoryBytes, 0, 1L << 30, 30_000)
                : new ServerLimits(
                    memoryBytes, diskBytes, diskBytes < 1L << 30 ? 1L << 30 : 0, 1L << 30, 30_000));
    disk.files.keySet().retainAll(disk.sealed.keySet());
    if (!disk.sealed.isEmpty()) {
      points.accept("bundles found after a restart");
    }
    handle(new ServerEvent.Recovered(List.copyOf(disk.sealed.values()), List.of(), List.of()), now);
  }

  void handle(ServerEvent event, long nowMillis) {
    now = nowMillis;
    handle(event);
    while (!work.isEmpty()) {
      carryOut(work.poll());
    }
    core.checkConsistent();
  }

  private void handle(ServerEvent event) {
    for (ServerCommand command : core.handle(event, now)) {
      switch (command) {
        case ServerCommand.Reply c -> replies.add(c.message());
        case ServerCommand.Free c -> {
          if (memory.remove(c.handle()) == null) {
            throw new IllegalStateException("Freed twice: " + c);
          }
        }
        case ServerCommand.Delete c -> {
          disk.files.remove(c.bundle());
          disk.sealed.remove(c.bundle());
          tier.remove(c.bundle());
        }
        case ServerCommand.SendBlock _,
            ServerCommand.Append _,
            ServerCommand.SealBundle _,
            ServerCommand.MoveToTier _,
            ServerCommand.WriteToTier _,
            ServerCommand.SendParts _,
            ServerCommand.Merge _,
            ServerCommand.DeleteMerged _ ->
            work.add(command);
      }
    }
  }

  private void carryOut(ServerCommand command) {
    switch (command) {
      case ServerCommand.Append c -> append(c);
      case ServerCommand.SealBundle c -> {
        disk.sealed.put(c.index().id(), c.index());
        handle(new ServerEvent.BundleSealed(c.write(), 1_000));
      }
      case ServerCommand.SendBlock c -> send(c);
      case ServerCommand.MoveToTier c -> {
        if (!isTierDown(c.write())) {
          tier.put(c.bundle(), disk.files.remove(c.bundle()));
          disk.sealed.remove(c.bundle());
          points.accept("bundle moved to the tier");
          handle(new ServerEvent.Moved(c.write()));
        }
      }
      case ServerCommand.WriteToTier c -> {
        if (!isTierDown(c.write())) {
          TreeMap<Long, Long> amounts = new TreeMap<>();
          for (long handle : c.handles()) {
            amounts.put((long) amounts.size() * BLOCK_BYTES, memory.get(handle));
          }
          tier.put(c.bundle(), amounts);
          points.accept("bundle written to the tier");
          handle(new ServerEvent.Moved(c.write()));
        }
      }
      case ServerCommand.SendParts _, ServerCommand.Merge _, ServerCommand.DeleteMerged _ ->
          throw new IllegalStateException("No exchange is large enough for packs: " + command);
      case ServerCommand.Reply _, ServerCommand.Free _, ServerCommand.Delete _ ->
          throw new IllegalStateException("Carried out already: " + command);
    }
  }

  private boolean isTierDown(long write) {
    if (tierDownUntil <= now) {
      return false;
    }
    points.accept("tier down");
    handle(new ServerEvent.MoveFailed(write, "no connection"));
    return true;
  }

  private void append(ServerCommand.Append append) {
    TreeMap<Long, Long> file = disk.files.computeIfAbsent(append.bundle(), _ -> new TreeMap<>());
    if (fullUntil > now) {
      disk.files.remove(append.bundle());
      points.accept("disk full");
      handle(new ServerEvent.WriteFailed(append.write(), true, "no space left"));
      return;
    }
    long start = file.isEmpty() ? 0 : file.lastKey() + BLOCK_BYTES;
    for (int i = 0; i < append.handles().length; i++) {
      file.put(start + (long) i * BLOCK_BYTES, memory.get(append.handles()[i]));
    }
    handle(new ServerEvent.Appended(append.write(), start));
  }

  private void send(ServerCommand.SendBlock send) {
    long amount = 0;
    switch (send.place()) {
      case BlockPlace.InMemory place -> amount = memory.get(place.handle());
      case BlockPlace.OnDisk place -> {
        boolean isInTier = tier.containsKey(place.bundle());
        if (isInTier ? tierDownUntil > now : disk.broken.contains(place.bundle())) {
          points.accept("unreadable block");
          handle(new ServerEvent.LoadFailed(send.connection(), place, "I/O error"));
          return;
        }
        points.accept(isInTier ? "block from the tier" : "block from disk");
        amount = (isInTier ? tier : disk.files).get(place.bundle()).get(place.offset());
      }
    }
    received.add(amount);
    handle(new ServerEvent.Sent(send.connection(), send.place()));
    say(send.connection(), new ShuffleMessage.WindowUpdate(Buffer.roomFor(BLOCK_BYTES)));
  }

  private void say(long connection, ShuffleMessage message) {
    handle(new ServerEvent.Received(connection, message));
  }

  private void converse(long connection, ShuffleMessage message, long nowMillis) {
    handle(new ServerEvent.Received(connection, message), nowMillis);
  }

  /** Returns what was said since the last call. */
  private List<ShuffleMessage> heard() {
    List<ShuffleMessage> all = List.copyOf(replies);
    replies.clear();
    return all;
  }

  /**
   * Writes an attempt; returns what went wrong, or null.
   *
   * @param isBroken whether the writer goes away before it is done
   */
  @Nullable ErrorCode write(
      MapAttempt attempt, WorkerId by, int maps, long[] amounts, boolean isBroken, long nowMillis) {
    long connection = ++connections;
    heard();
    converse(
        connection,
        new ShuffleMessage.Open(
            attempt, 0, by.number(), by.incarnation(), maps, amounts.length, 4 * BLOCK_BYTES),
        nowMillis);
    List<PartitionTotals> totals = new ArrayList<>();
    long credit = 0;
    for (int p = 0; p < amounts.length; p++) {
      totals.add(new PartitionTotals(amounts[p] == 0 ? 0 : 1, amounts[p]));
      long room = Buffer.roomFor(BLOCK_BYTES);
      for (ShuffleMessage message : heard()) {
        if (message instanceof ShuffleMessage.Refused refused) {
          return refused.code();
        } else if (message instanceof ShuffleMessage.Granted granted) {
          credit += granted.bytes();
        }
      }
      if (isBroken && p == amounts.length - 1) {
        handle(new ServerEvent.Disconnected(connection), nowMillis);
        points.accept("writer gone");
        return ErrorCode.IO;
      }
      if (amounts[p] == 0) {
        continue;
      }
      if (credit < room) {
        converse(connection, new ShuffleMessage.Want(room), nowMillis);
        credit = 0;
        for (ShuffleMessage message : heard()) {
          if (message instanceof ShuffleMessage.Refused refused) {
            return refused.code();
          } else if (message instanceof ShuffleMessage.Granted granted && granted.answersWant()) {
            credit = granted.bytes();
          }
        }
        if (credit < room) {
          handle(new ServerEvent.Disconnected(connection), nowMillis);
          return ErrorCode.IO; // it would have to wait, and does not
        }
      }
      credit -= room;
      memory.put(++handles, amounts[p]);
      handle(
          new ServerEvent.BlockReceived(
              connection, new ShuffleMessage.Block(p, 1), BLOCK_BYTES, room, handles),
          nowMillis);
    }
    converse(connection, new ShuffleMessage.Seal(totals), nowMillis);
    for (ShuffleMessage message : heard()) {
      switch (message) {
        case ShuffleMessage.Refused refused -> {
          return refused.code();
        }
        case ShuffleMessage.SealDone _ -> {
          return null;
        }
        default -> {} // more credit
      }
    }
    throw new IllegalStateException("No answer to a seal of " + attempt);
  }

  /**
   * Adds up a range of partitions of maps; returns the maps that cannot be had.
   *
   * @param sum gets what was read
   */
  List<Integer> read(
      ExchangeId exchange,
      int first,
      int end,
      List<RequestedMap> maps,
      long[] sum,
      long nowMillis) {
    long connection = ++connections;
    heard();
    received.clear();
    converse(
        connection, new ShuffleMessage.Read(exchange, 0, first, end, maps, BLOCK_BYTES), nowMillis);
    List<ShuffleMessage> answers = heard();
    if (!(answers.getLast() instanceof ShuffleMessage.ReadDone)) {
      if (answers.getLast() instanceof ShuffleMessage.MapLost
          || answers.getLast() instanceof ShuffleMessage.Refused) {
        return maps.stream().map(RequestedMap::map).toList();
      }
      throw new IllegalStateException("A read of " + exchange + " has not ended: " + answers);
    }
    List<MapHead> heads = ((ShuffleMessage.Heads) answers.getFirst()).heads();
    if (received.size() != heads.stream().mapToInt(MapHead::blocks).sum()) {
      points.accept("missing block"); // the last one could not be loaded
      return maps.stream().map(RequestedMap::map).toList();
    }
    List<Integer> lost = new ArrayList<>();
    int block = 0;
    for (MapHead head : heads) {
      long amount = 0;
      for (int i = 0; i < head.blocks(); i++) {
        amount += received.get(block++);
      }
      if (head.answer() == MapAnswer.FOUND
          && head.blocks() == head.totals().rows()
          && amount == head.totals().checksum()) {
        sum[0] += amount;
      } else {
        points.accept(head.answer() == MapAnswer.FOUND ? "flipped bit" : "map " + head.answer());
        lost.add(head.map());
      }
    }
    return lost;
  }

  /** Returns what is still there, or null if nothing is. */
  @Nullable ServerUsage leftOver() {
    ServerUsage usage = core.usage();
    boolean isEmpty =
        usage.jobs() == 0
            && usage.attempts() == 0
            && memory.isEmpty()
            && disk.files.isEmpty()
            && tier.isEmpty();
    return isEmpty ? null : usage;
  }
}
