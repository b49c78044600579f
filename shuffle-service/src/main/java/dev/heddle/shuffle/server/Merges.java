package dev.heddle.shuffle.server;

import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedId;
import dev.heddle.shuffle.store.MergedMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Moves sealed attempts of packs from memory to disk, those of an exchange into one bundle. */
final class Merges {
  private record Merge(MergedId id, List<Attempt> attempts) {}

  private final Space space;
  private final List<ServerCommand> commands;
  private final Attempts attempts;
  private final Map<Long, Merge> underWay = new HashMap<>(); // by number of the write
  private int nextNumber;

  Merges(Space space, List<ServerCommand> commands, Attempts attempts) {
    this.space = space;
    this.commands = commands;
    this.attempts = attempts;
  }

  /** Takes an attempt of a bundle that an earlier server has left. */
  void recover(Attempt attempt, MergedMap map, Merged in) {
    nextNumber = Math.max(nextNumber, in.id.number() + 1);
    attempts.addDisk(attempt, attempt.recover(map, in));
  }

  /** Returns those of attempts that could be merged, of the exchange that has most of them. */
  private static List<Attempt> candidates(Iterable<Attempt> inMemory) {
    Map<Exchange, List<Attempt>> byExchange = new LinkedHashMap<>();
    for (Attempt attempt : inMemory) {
      if (attempt.isPacked() && attempt.isSealed() && attempt.canFlush() && !attempt.hasFile()) {
        byExchange.computeIfAbsent(attempt.exchange, _ -> new ArrayList<>()).add(attempt);
      }
    }
    List<Attempt> best = List.of();
    long bestBytes = 0;
    for (List<Attempt> attempts : byExchange.values()) {
      long bytes = attempts.stream().mapToLong(Attempt::heldBytes).sum();
      if (bytes > bestBytes) {
        best = attempts;
        bestBytes = bytes;
      }
    }
    return best;
  }

  /** Begins to write what can be merged; returns how much memory that will free. */
  long begin(Iterable<Attempt> inMemory) {
    List<Attempt> merged = new ArrayList<>(candidates(inMemory));
    long bytes = merged.stream().mapToLong(each -> each.blocks.bytes()).sum();
    if (bytes == 0 || space.diskBytes() + bytes > space.limits.diskBytes()) {
      return 0;
    }
    merged.sort(
        Comparator.comparingInt(Attempt::map).thenComparing(each -> each.id.attempt().attempt()));
    long held = 0;
    for (Attempt attempt : merged) {
      held += attempt.heldBytes();
      attempts.addDisk(attempt, attempt.blocks.bytes());
    }
    begin(attempts.newWrite(), merged);
    return held;
  }

  private void begin(long write, List<Attempt> merged) {
    Exchange exchange = merged.getFirst().exchange;
    MergedId id = new MergedId(exchange.id, nextNumber++);
    List<MergedMap> maps = new ArrayList<>();
    List<long[]> handles = new ArrayList<>();
    for (Attempt attempt : merged) {
      maps.add(attempt.mergedMap());
      handles.add(attempt.blocks.handles());
      attempt.startWrite();
    }
    underWay.put(write, new Merge(id, merged));
    commands.add(
        new ServerCommand.Merge(
            write, new MergedBundle(id, exchange.maps(), exchange.partitions(), maps), handles));
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  boolean has(long write) {
    return underWay.containsKey(write);
  }

  /** Returns the memory of what is being written. */
  long leavingBytes() {
    long bytes = 0;
    for (Merge merge : underWay.values()) {
      for (Attempt attempt : merge.attempts) {
        bytes += attempt.heldBytes();
      }
    }
    return bytes;
  }

  private Merge end(long write) {
    Merge merge = underWay.remove(write);
    if (merge == null) {
      throw new IllegalStateException("There is no merge " + write);
    }
    merge.attempts.forEach(Attempt::endWrite);
    return merge;
  }

  /** The attempts of a merge are on disk, and leave the memory. */
  void merged(ServerEvent.Merged event, Attempts.Outcome outcome) {
    Merge merge = end(event.write());
    Merged bundle = new Merged(merge.id);
    for (Attempt attempt : merge.attempts) {
      if (attempt.isDropped()) {
        attempts.dispose(attempt);
      } else {
        attempts.leaveMemory(attempt);
        attempt.mergedInto(bundle);
      }
    }
    if (bundle.attempts.isEmpty()) {
      commands.add(new ServerCommand.DeleteMerged(bundle.id));
    }
    attempts.goOn(outcome);
  }

  /** What was to be merged stays in memory. */
  void failed(ServerEvent.WriteFailed event) {
    for (Attempt attempt : end(event.write()).attempts) {
      attempts.addDisk(attempt, -attempt.diskBytes());
      if (attempt.isDropped()) {
        attempts.dispose(attempt);
      }
    }
  }

  /** Takes an attempt out of its bundle, which is deleted with the last one. */
  void leave(Attempt attempt) {
    @Nullable Merged merged = attempt.merged();
    if (merged != null && merged.attempts.remove(attempt) && merged.attempts.isEmpty()) {
      commands.add(new ServerCommand.DeleteMerged(merged.id));
    }
  }

  /** Recounts the memory and disk of what is dropped and being written still. */
  void addDropped(long[] bytes) {
    for (Merge merge : underWay.values()) {
      for (Attempt attempt : merge.attempts) {
        if (attempt.isDropped()) {
          bytes[0] += attempt.heldBytes();
          bytes[1] += attempt.diskBytes();
        }
      }
    }
  }
}
