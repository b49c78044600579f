package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.MergedId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client that reads partitions of packs: a cursor over partitions, and the maps of each. */
final class PartReader {
  private static final int MAX_PACKS = 2048; // of a run, which are kept in memory meanwhile

  final long number;
  final long connection;
  final ShuffleMessage.ReadParts read;
  private final Attempt[] attempts; // by place among the wanted maps
  private int partition;
  private int next; // place of the map
  private int sequence; // of its part that is next
  private long creditBytes;
  private long unreadBytes; // sent and not reported as taken
  private boolean isLoading;
  private boolean isWaiting; // for memory to load into

  PartReader(long number, long connection, ShuffleMessage.ReadParts read, Attempt[] attempts) {
    this.number = number;
    this.connection = connection;
    this.read = read;
    this.attempts = attempts;
    this.partition = read.firstPartition();
    this.next = read.maps().first(read.fromMap());
    this.sequence = read.fromSequence();
    this.creditBytes = read.windowBytes();
  }

  /** Returns the next run, which begins to be loaded by it, or null at the end. */
  @Nullable PartRun nextRun(long maxBytes) {
    while (partition < read.endPartition()) {
      if (next < attempts.length) {
        PartRun run = run(maxBytes);
        if (run != null) {
          return run;
        }
        if (next < attempts.length && !attempts[next].isSealed()) {
          return null; // it is lost
        }
      }
      if (next == attempts.length) {
        partition++;
        next = 0;
        sequence = 0;
      }
    }
    return null;
  }

  /** Returns a run from the cursor on; null, behind it, if nothing can be there. */
  private @Nullable PartRun run(long maxBytes) {
    MapSelection wanted = read.maps();
    int fromMap = wanted.map(next);
    List<PackPlace> packs = new ArrayList<>();
    Set<MergedId> files = new LinkedHashSet<>();
    @Nullable Merged last = null;
    int end = next;
    for (; end < attempts.length && packs.size() < MAX_PACKS; end++) {
      Attempt attempt = attempts[end];
      Merged merged = attempt.merged();
      if (!attempt.isSealed()) {
        break;
      } else if (merged != null) {
        if (merged != last) {
          files.add(merged.id);
          last = merged;
        }
      } else {
        addPacks(attempt, packs);
      }
    }
    int endMap = end == attempts.length ? Integer.MAX_VALUE : wanted.map(end);
    if (packs.isEmpty() && files.isEmpty()) {
      next = end;
      sequence = 0;
      return null;
    }
    isLoading = true;
    int bytes = (int) Math.min(Integer.MAX_VALUE, maxBytes);
    return new PartRun(
        number,
        partition,
        read.epoch(),
        fromMap,
        sequence,
        endMap,
        wanted,
        packs,
        List.copyOf(files),
        bytes);
  }

  private void addPacks(Attempt attempt, List<PackPlace> packs) {
    BlockTable blocks = attempt.blocks;
    int found = 0;
    for (int i = 0; i < blocks.count(); i++) {
      found += hasPartition(blocks, i) ? 1 : 0;
    }
    if (found == 0) {
      return;
    }
    long[] places = new long[found];
    boolean isHeld = false;
    int at = 0;
    for (int i = 0; i < blocks.count(); i++) {
      if (hasPartition(blocks, i)) {
        isHeld = blocks.isInMemory(i);
        places[at++] = isHeld ? blocks.handle(i) : blocks.offset(i);
      }
    }
    packs.add(
        isHeld
            ? new PackPlace.Held(attempt.map(), places)
            : new PackPlace.Stored(attempt.id, places));
  }

  private boolean hasPartition(BlockTable blocks, int pack) {
    return blocks.partition(pack) <= partition && blocks.last(pack) >= partition;
  }

  /** Returns the attempt at the cursor, if it is gone. */
  @Nullable Attempt lost() {
    return partition < read.endPartition() && next < attempts.length && !attempts[next].isSealed()
        ? attempts[next]
        : null;
  }

  boolean isLoading() {
    return isLoading;
  }

  /** Goes on where a run has ended, whose parts take this much of the window. */
  void loaded(int nextMap, int nextSequence, long room) {
    isLoading = false;
    next = read.maps().first(nextMap);
    sequence = nextSequence;
    creditBytes -= room;
    unreadBytes += room;
  }

  /** Widens the window by bytes that the client has taken. */
  void taken(long bytes) {
    creditBytes += bytes;
    unreadBytes = Math.max(0, unreadBytes - bytes);
  }

  /** Returns how many bytes the window has room for; all that one run has if nothing is unread. */
  long roomBytes(long runBytes) {
    return unreadBytes == 0 ? runBytes : Math.min(runBytes, creditBytes);
  }

  /** Starts to wait for memory; returns whether it did not before. */
  boolean startWaiting() {
    boolean isNew = !isWaiting;
    isWaiting = true;
    return isNew;
  }

  void endWaiting() {
    isWaiting = false;
  }

  /** Returns whether its client hears nothing for a while though there is more. */
  boolean isSilent() {
    return isWaiting || isLoading;
  }
}
