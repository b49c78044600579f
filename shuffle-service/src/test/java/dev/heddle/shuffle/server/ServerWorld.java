package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedId;
import dev.heddle.shuffle.store.PackFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is around a core: memory, disk and connections, without threads; the test decides when. */
final class ServerWorld {
  final ShuffleServer server;
  final Set<Long> handles = new LinkedHashSet<>();
  final Map<BundleId, Long> files = new LinkedHashMap<>(); // their lengths
  final Map<BundleId, BundleIndex> sealed = new LinkedHashMap<>();
  final Map<Long, Deque<ShuffleMessage>> replies = new HashMap<>();
  final Deque<ServerCommand> disk = new ArrayDeque<>(); // not carried out
  final Deque<ServerCommand.SendBlock> sends = new ArrayDeque<>(); // not carried out
  final Deque<ServerCommand.SendParts> runs = new ArrayDeque<>(); // not carried out
  final Map<MergedId, MergedBundle> merged = new LinkedHashMap<>();
  long nowMillis;
  final Deque<ServerCommand> away = new ArrayDeque<>(); // for the tier, not carried out
  final Map<BundleId, Long> tier = new LinkedHashMap<>(); // the lengths of what is there
  boolean tierIsDown;
  boolean diskIsFull;
  boolean diskIsReadOnly; // for deletions
  private final Deque<BundleId> kept = new ArrayDeque<>(); // that could not be deleted
  private long nextHandle;

  ServerWorld(ServerLimits limits) {
    server = new ShuffleServer(limits);
  }

  void handle(ServerEvent event) {
    for (ServerCommand command : server.handle(event, nowMillis)) {
      switch (command) {
        case ServerCommand.Reply c -> replies(c.connection()).add(c.message());
        case ServerCommand.SendBlock c -> sends.add(c);
        case ServerCommand.Free c -> {
          if (!handles.remove(c.handle())) {
            throw new IllegalStateException("Freed twice: " + c);
          }
        }
        case ServerCommand.Append c -> disk.add(c);
        case ServerCommand.SealBundle c -> disk.add(c);
        case ServerCommand.MoveToTier c -> away.add(c);
        case ServerCommand.WriteToTier c -> away.add(c);
        case ServerCommand.SendParts c -> runs.add(c);
        case ServerCommand.Merge c -> disk.add(c);
        case ServerCommand.DeleteMerged c -> {
          if (merged.remove(c.bundle()) == null) {
            throw new IllegalStateException("Not there: " + c);
          }
        }
        case ServerCommand.Delete c -> delete(c.bundle());
      }
    }
    server.checkConsistent();
    while (!kept.isEmpty()) {
      handle(new ServerEvent.DeleteFailed(kept.poll()));
    }
  }

  private void delete(BundleId bundle) {
    if (diskIsReadOnly) {
      kept.add(bundle);
    } else {
      files.remove(bundle);
      sealed.remove(bundle);
      tier.remove(bundle);
    }
  }

  Deque<ShuffleMessage> replies(long connection) {
    return replies.computeIfAbsent(connection, _ -> new ArrayDeque<>());
  }

  void say(long connection, ShuffleMessage message) {
    handle(new ServerEvent.Received(connection, message));
  }

  void sendBlock(long connection, int partition, int rows, int bytes) {
    handles.add(++nextHandle);
    handle(
        new ServerEvent.BlockReceived(
            connection,
            new ShuffleMessage.Block(partition, rows),
            bytes,
            Buffer.roomFor(bytes),
            nextHandle));
  }

  /** Carries out what was wanted of the disk first. */
  void workDisk() {
    switch (disk.removeFirst()) {
      case ServerCommand.Append c -> {
        long start = files.getOrDefault(c.bundle(), 0L);
        long end = start;
        for (int i = 0; i < c.bytes().length; i++) {
          if (!handles.contains(c.handles()[i])) {
            throw new IllegalStateException("Freed before it was written: " + c);
          }
          end += c.bytes()[i];
        }
        if (diskIsFull) {
          files.remove(c.bundle());
          handle(new ServerEvent.WriteFailed(c.write(), true, "no space left"));
        } else {
          files.put(c.bundle(), end);
          handle(new ServerEvent.Appended(c.write(), start));
        }
      }
      case ServerCommand.SealBundle c -> {
        sealed.put(c.index().id(), c.index());
        handle(new ServerEvent.BundleSealed(c.write(), files.get(c.index().id()) + 100));
      }
      case ServerCommand.Merge c -> {
        for (long[] ofAttempt : c.handles()) {
          for (long handle : ofAttempt) {
            if (!handles.contains(handle)) {
              throw new IllegalStateException("Freed before it was written: " + c);
            }
          }
        }
        if (diskIsFull) {
          handle(new ServerEvent.WriteFailed(c.write(), true, "no space left"));
        } else {
          merged.put(c.bundle().id(), c.bundle());
          handle(new ServerEvent.Merged(c.write()));
        }
      }
      default -> throw new IllegalStateException("Not for the disk");
    }
  }

  /** Carries out what was wanted of the tier first. */
  void workTier() {
    switch (away.removeFirst()) {
      case ServerCommand.MoveToTier c -> {
        if (tierIsDown) {
          handle(new ServerEvent.MoveFailed(c.write(), "no connection"));
        } else {
          if (!sealed.containsKey(c.bundle()) || files.get(c.bundle()) < c.bytes()) {
            throw new IllegalStateException("Not on disk: " + c);
          }
          tier.put(c.bundle(), c.bytes());
          files.remove(c.bundle());
          sealed.remove(c.bundle());
          handle(new ServerEvent.Moved(c.write()));
        }
      }
      case ServerCommand.WriteToTier c -> {
        for (long handle : c.handles()) {
          if (!handles.contains(handle)) {
            throw new IllegalStateException("Freed before it was written: " + c);
          }
        }
        if (tierIsDown) {
          handle(new ServerEvent.MoveFailed(c.write(), "no connection"));
        } else {
          tier.put(c.bundle(), Arrays.stream(c.bytes()).asLongStream().sum());
          handle(new ServerEvent.Moved(c.write()));
        }
      }
      default -> throw new IllegalStateException("Not for the tier");
    }
  }

  /** Has a client send a pack. */
  void sendPack(long connection, BundleId id, PackFormat.Summary summary, int bytes) {
    handles.add(++nextHandle);
    handle(
        new ServerEvent.PackReceived(
            connection, id, summary, bytes, Buffer.roomFor(bytes), nextHandle));
  }

  /**
   * Goes over the first run, which must find everything where the core says it is.
   *
   * @param nextPlace how far it comes, from 0 at its start to 1 at its end
   */
  ServerCommand.SendParts workRun(double nextPlace, long room) {
    ServerCommand.SendParts send = runs.removeFirst();
    PartRun run = send.run();
    for (PackPlace place : run.packs()) {
      boolean isThere =
          switch (place) {
            case PackPlace.Held held -> Arrays.stream(held.handles()).allMatch(handles::contains);
            case PackPlace.Stored stored ->
                files.containsKey(stored.bundle()) || tier.containsKey(stored.bundle());
          };
      if (!isThere) {
        throw new IllegalStateException("Gone before it was read: " + place);
      }
    }
    int first = run.maps().first(run.fromMap());
    int end = run.maps().first(run.endMap());
    int next = nextPlace == 1 ? end : first + (int) ((end - first) * nextPlace);
    int nextMap = next == end ? run.endMap() : run.maps().map(next);
    int sequence = nextMap == run.fromMap() ? run.fromSequence() + 1 : 0;
    handle(new ServerEvent.PartsLoaded(send.connection(), run, nextMap, sequence, room));
    if (room > 0) {
      handle(new ServerEvent.PartsSent(send.connection(), room));
    }
    return send;
  }

  /** Carries out the first send. */
  ServerCommand.SendBlock workSend() {
    ServerCommand.SendBlock send = sends.removeFirst();
    if (send.place() instanceof BlockPlace.InMemory memory && !handles.contains(memory.handle())) {
      throw new IllegalStateException("Freed before it was sent: " + send);
    }
    handle(new ServerEvent.Sent(send.connection(), send.place()));
    return send;
  }

  void workAll() {
    while (!disk.isEmpty() || !sends.isEmpty() || !away.isEmpty() || !runs.isEmpty()) {
      if (!runs.isEmpty()) {
        workRun(1, 0);
      } else if (!away.isEmpty()) {
        workTier();
      } else if (disk.isEmpty()) {
        workSend();
      } else {
        workDisk();
      }
    }
  }

  /** Returns all that was said to a client since the last call. */
  List<ShuffleMessage> heard(long connection) {
    List<ShuffleMessage> all = new ArrayList<>(replies(connection));
    replies(connection).clear();
    return all;
  }
}
