package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.memory.Buffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the blocks of attempts are: moves them from memory to disk, seals and frees them. */
final class Attempts {
  private static final long FULL_MILLIS = 5_000; // before the disk is tried again

  /** Receives how the sealing of an attempt that is being written ends. */
  interface Outcome {
    void sealed(Writer writer);

    void failed(Writer writer, ErrorCode code, String why);
  }

  private final Space space;
  private final ServerLimits limits;
  private final List<ServerCommand> commands;
  private final Map<Long, Attempt> writes = new HashMap<>(); // under way, by number
  private final Map<Attempt, Boolean> inMemory = new LinkedHashMap<>(); // with blocks there
  private final Merges merges;
  private long nextWrite;
  private final Map<Attempt, Boolean> onDisk = new LinkedHashMap<>(); // sealed there
  private final Set<Attempt> waiting = new LinkedHashSet<>(); // for space on disk
  private long fullUntilMillis = Long.MIN_VALUE; // the disk
  private long fullBytes; // what was there when it was found full
  private String fullWhy = "there is none";
  private long tierFullUntilMillis = Long.MIN_VALUE;
  private long nowMillis;
  private long losses;

  Attempts(Space space, List<ServerCommand> commands) {
    this.space = space;
    this.limits = space.limits;
    this.commands = commands;
    this.merges = new Merges(space, commands, this);
  }

  /** Returns the merges of what is in memory. */
  Merges merges() {
    return merges;
  }

  /** Notes the time. */
  void advance(long now) {
    nowMillis = now;
  }

  /** Returns how many sealed attempts were lost. */
  long losses() {
    return losses;
  }

  /** Sets aside what an attempt takes of the heap. */
  void reserveIndex(Attempt attempt) {
    attempt.setIndexBytes(ServerLimits.indexBytes(attempt.exchange));
    space.countIndex(attempt.indexBytes());
  }

  /** Adds a block to an open attempt. */
  void add(Attempt attempt, ServerEvent.BlockReceived block) {
    attempt.add(block);
    inMemory.put(attempt, true);
  }

  /** Adds a pack to an open attempt. */
  void add(Attempt attempt, ServerEvent.PackReceived pack) {
    attempt.add(pack);
    inMemory.put(attempt, true);
  }

  /** Moves blocks to the disk while memory is short, or more of it is wanted than is free. */
  void relieve(long wantedBytes) {
    if (isDiskFull()) {
      makeRoom(0);
    }
    boolean hasDisk = limits.diskBytes() > 0 && !isDiskFull();
    if (!hasDisk && !hasTier()) {
      return;
    }
    long most = Math.min(limits.writeBytes() / 4 * 3, limits.writeBytes() - wantedBytes);
    if (space.heldBytes() + space.grantedBytes() <= most) {
      return;
    }
    long low = Math.min(limits.writeBytes() / 2, most);
    long leaving = merges.leavingBytes();
    for (Attempt attempt : writes.values()) {
      leaving += attempt.heldBytes();
    }
    while (space.heldBytes() + space.grantedBytes() - leaving > low) {
      long merging = hasDisk ? merges.begin(inMemory.keySet()) : 0;
      if (merging > 0) {
        leaving += merging;
        continue;
      }
      Attempt victim = Victims.largest(inMemory.keySet());
      if (victim == null) {
        return;
      }
      leaving += victim.heldBytes();
      if (hasDisk && append(victim)) {
        victim.demandDisk();
      } else if (!writeToTier(victim)) {
        return;
      }
    }
  }

  private boolean isDiskFull() {
    return nowMillis < fullUntilMillis;
  }

  private boolean hasTier() {
    return limits.tierBytes() > 0 && nowMillis >= tierFullUntilMillis;
  }

  /** Returns why nothing in memory will become free by being written, or null if it may. */
  @Nullable String fullness() {
    if (!writes.isEmpty() || !merges.isEmpty() || space.leavingBytes() > 0) {
      return null;
    }
    boolean diskTakes = limits.diskBytes() > 0 && !isDiskFull();
    if (diskTakes || (hasTier() && hasSealed())) {
      return null;
    }
    if (limits.diskBytes() == 0 && limits.tierBytes() == 0) {
      return "the " + limits.memoryBytes() + " bytes of memory of a server without a disk are used";
    }
    return "memory is used up and the disk takes no more: "
        + fullWhy
        + "; give the shuffle server more disk, another folder, or a tier with space";
  }

  private boolean hasSealed() {
    for (Attempt attempt : inMemory.keySet()) {
      if (attempt.isSealed()) {
        return true;
      }
    }
    return false;
  }

  /** Takes the next step towards a sealed attempt, or towards one in memory being on disk. */
  void advance(Attempt attempt, Outcome outcome) {
    if (attempt.isWriting()) {
      return;
    }
    if (attempt.state() == Attempt.State.SEALING) {
      if (!attempt.hasFile()) {
        sort(attempt);
        sealed(attempt, outcome);
      } else if (attempt.heldBytes() > 0) {
        if (!append(attempt)) {
          if (isMoving()) {
            waiting.add(attempt);
          } else {
            fail(attempt, ErrorCode.DISK_FULL, fullWhy, outcome);
          }
        }
      } else {
        sort(attempt);
        sealBundle(attempt);
      }
    } else if (attempt.isSealed() && attempt.wantsDisk()) {
      sealBundle(attempt);
    }
  }

  /** Packs stay in the order of their arrival, which is that of their parts. */
  private static void sort(Attempt attempt) {
    if (!attempt.isPacked()) {
      attempt.blocks.sort();
    }
  }

  private static void sealed(Attempt attempt, Outcome outcome) {
    attempt.seal();
    Writer writer = attempt.writer();
    if (writer != null) {
      outcome.sealed(writer);
    }
  }

  /** Begins to write an attempt's blocks in memory; returns whether there is space for them. */
  private boolean append(Attempt attempt) {
    int[] blocks = attempt.blocks.inMemory();
    long[] handles = new long[blocks.length];
    int[] bytes = new int[blocks.length];
    long total = 0;
    for (int i = 0; i < blocks.length; i++) {
      handles[i] = attempt.blocks.handle(blocks[i]);
      bytes[i] = attempt.blocks.bytes(blocks[i]);
      total += bytes[i];
    }
    if (space.diskBytes() + total > limits.diskBytes() / 8 * 7) {
      makeRoom(total);
    }
    if (space.diskBytes() + total > limits.diskBytes()) {
      if (!isMoving()) {
        full("its quota of " + limits.diskBytes() + " bytes on disk is used up");
      }
      return false;
    }
    attempt.writeToFile(blocks);
    addDisk(attempt, total);
    startWrite(attempt);
    commands.add(new ServerCommand.Append(nextWrite, attempt.id, handles, bytes));
    return true;
  }

  /** Moves sealed bundles to the tier while the disk is nearly full. */
  private void makeRoom(long wantedBytes) {
    long all = isDiskFull() ? fullBytes : limits.diskBytes();
    long low = Math.min(all / 4 * 3, limits.diskBytes() - wantedBytes);
    long leaving = 0;
    for (Attempt attempt : writes.values()) {
      leaving += attempt.hasFile() && attempt.tierBytes() > 0 ? attempt.diskBytes() : 0;
    }
    while (hasTier() && space.diskBytes() - leaving > low) {
      Attempt victim = null;
      for (Attempt attempt : onDisk.keySet()) {
        if (attempt.canMove() && (victim == null || attempt.diskBytes() > victim.diskBytes())) {
          victim = attempt;
        }
      }
      if (victim == null || !reserveTier(victim)) {
        return;
      }
      leaving += victim.diskBytes();
      commands.add(new ServerCommand.MoveToTier(nextWrite, victim.id, victim.tierBytes()));
    }
  }

  /** Begins to write a sealed attempt from memory to the tier; returns whether there is space. */
  private boolean writeToTier(Attempt attempt) {
    if (!attempt.isSealed() || attempt.hasFile() || !reserveTier(attempt)) {
      return false;
    }
    int[] blocks = attempt.blocks.inMemory();
    long[] handles = new long[blocks.length];
    int[] bytes = new int[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      handles[i] = attempt.blocks.handle(blocks[i]);
      bytes[i] = attempt.blocks.bytes(blocks[i]);
    }
    attempt.writeToTier(blocks);
    commands.add(new ServerCommand.WriteToTier(nextWrite, attempt.id, handles, bytes));
    return true;
  }

  /** Sets space aside for all blocks of an attempt, and starts a write of them. */
  private boolean reserveTier(Attempt attempt) {
    long bytes = attempt.blocks.bytes();
    if (space.tierBytes() + bytes > limits.tierBytes()) {
      tierFullUntilMillis = nowMillis + FULL_MILLIS;
    }
    if (!hasTier()) {
      return false;
    }
    addTier(attempt, bytes);
    startWrite(attempt);
    return true;
  }

  /** Returns whether space on disk is about to become free. */
  private boolean isMoving() {
    for (Attempt attempt : writes.values()) {
      if (attempt.hasFile() && attempt.tierBytes() > 0) {
        return true;
      }
    }
    return false;
  }

  void moved(ServerEvent.Moved event, Outcome outcome) {
    Attempt attempt = endWrite(event.write());
    attempt.movedToTier();
    if (attempt.hasFile()) {
      attempt.fileDeleted();
      onDisk.remove(attempt);
      addDisk(attempt, -attempt.diskBytes());
      fullUntilMillis = Long.MIN_VALUE; // there may be space again
    }
    if (attempt.isDropped()) {
      dispose(attempt);
    } else {
      settle(attempt, 0);
    }
    goOn(outcome);
  }

  void moveFailed(ServerEvent.MoveFailed event, Outcome outcome) {
    Attempt attempt = endWrite(event.write());
    tierFullUntilMillis = nowMillis + FULL_MILLIS;
    addTier(attempt, -attempt.tierBytes());
    attempt.takeWritten();
    if (attempt.isDropped()) {
      dispose(attempt);
    }
    goOn(outcome);
  }

  /** Lets attempts go on that have waited for space on disk. */
  void goOn(Outcome outcome) {
    List<Attempt> all = List.copyOf(waiting);
    waiting.clear();
    for (Attempt attempt : all) {
      advance(attempt, outcome);
    }
  }

  /** The blocks of a write that has ended are there, from an offset on, and leave the memory. */
  private void settle(Attempt attempt, long start) {
    long offset = start;
    for (int block : attempt.takeWritten()) {
      free(attempt, block);
      attempt.blocks.moveToDisk(block, offset);
      offset += attempt.blocks.bytes(block);
    }
    if (attempt.heldBytes() == 0) {
      inMemory.remove(attempt);
    }
  }

  private void full(String why) {
    fullUntilMillis = nowMillis + FULL_MILLIS;
    fullBytes = space.diskBytes();
    fullWhy = why;
  }

  private void sealBundle(Attempt attempt) {
    startWrite(attempt);
    commands.add(new ServerCommand.SealBundle(nextWrite, attempt.index()));
  }

  private void startWrite(Attempt attempt) {
    attempt.startWrite();
    writes.put(newWrite(), attempt);
  }

  long newWrite() {
    return ++nextWrite;
  }

  private Attempt endWrite(long write) {
    Attempt attempt = writes.remove(write);
    if (attempt == null) {
      throw new IllegalStateException("There is no write " + write);
    }
    attempt.endWrite();
    return attempt;
  }

  void appended(ServerEvent.Appended event, Outcome outcome) {
    Attempt attempt = endWrite(event.write());
    if (attempt.isDropped()) {
      dispose(attempt);
      return;
    }
    settle(attempt, event.start());
    advance(attempt, outcome);
  }

  void bundleSealed(ServerEvent.BundleSealed event, Outcome outcome) {
    Attempt attempt = endWrite(event.write());
    if (attempt.isDropped()) {
      dispose(attempt);
      return;
    }
    attempt.endDiskDemand();
    addOnDisk(attempt, event.bytes() - attempt.diskBytes());
    if (attempt.state() == Attempt.State.SEALING) {
      sealed(attempt, outcome);
    }
  }

  void writeFailed(ServerEvent.WriteFailed event, Outcome outcome) {
    if (merges.has(event.write())) {
      merges.failed(event);
      full(event.why());
      goOn(outcome);
      return;
    }
    Attempt attempt = endWrite(event.write());
    boolean isAllInMemory = attempt.isSealed() && attempt.writesAll();
    attempt.fileDeleted();
    addDisk(attempt, -attempt.diskBytes());
    full(event.why()); // an error of the disk too: it is left alone for a while
    attempt.takeWritten();
    if (attempt.isDropped()) {
      dispose(attempt);
    } else if (isAllInMemory) {
      attempt.endDiskDemand();
    } else {
      fail(attempt, event.isFull() ? ErrorCode.DISK_FULL : ErrorCode.IO, event.why(), outcome);
    }
  }

  /** Gives up an attempt that has been partly on disk. */
  private void fail(Attempt attempt, ErrorCode code, String why, Outcome outcome) {
    Writer writer = attempt.writer();
    if (writer != null) {
      outcome.failed(writer, code, why);
    } else {
      lose(attempt);
    }
  }

  /** Remembers of a sealed attempt only that it is lost. */
  void lose(Attempt attempt) {
    Attempt mark = new Attempt(attempt.exchange, attempt.id, attempt.worker, attempt.incarnation);
    markLost(mark);
    drop(attempt);
    attempt.exchange.attempts.put(mark.key(), mark);
  }

  /** Makes an attempt of which nothing is there the mark of one that is lost, and counts it. */
  void markLost(Attempt mark) {
    losses++;
    mark.markLost();
  }

  /** Frees an attempt, at once or when the write under way has ended. */
  void drop(Attempt attempt) {
    space.countIndex(-attempt.indexBytes());
    attempt.setIndexBytes(0);
    attempt.drop();
    if (!attempt.isWriting()) {
      dispose(attempt);
    }
  }

  void dispose(Attempt attempt) {
    leaveMemory(attempt);
    onDisk.remove(attempt);
    waiting.remove(attempt);
    merges.leave(attempt);
    addDisk(attempt, -attempt.diskBytes());
    addTier(attempt, -attempt.tierBytes());
    if (attempt.hasFile() || attempt.isInTier()) {
      commands.add(new ServerCommand.Delete(attempt.id));
      fullUntilMillis = Long.MIN_VALUE; // there may be space again
      tierFullUntilMillis = Long.MIN_VALUE;
    }
  }

  /** Frees the memory of all blocks of an attempt that are there. */
  void leaveMemory(Attempt attempt) {
    for (int block : attempt.blocks.inMemory()) {
      free(attempt, block);
    }
    inMemory.remove(attempt);
  }

  private void free(Attempt attempt, int block) {
    long room = Buffer.roomFor(attempt.blocks.bytes(block));
    attempt.countHeld(-room);
    space.free(attempt.blocks.handle(block), room);
  }

  /** Counts bytes of the file of an attempt that is sealed there. */
  void addOnDisk(Attempt attempt, long bytes) {
    onDisk.put(attempt, true);
    addDisk(attempt, bytes);
  }

  private void addTier(Attempt attempt, long bytes) {
    attempt.countTier(bytes);
    space.countTier(bytes);
  }

  /** Counts bytes of an attempt's file. */
  void addDisk(Attempt attempt, long bytes) {
    attempt.countDisk(bytes);
    space.countDisk(bytes);
  }

  /** Recounts the memory, disk and tier of what is dropped and being written still. */
  long[] droppedBytes() {
    long[] bytes = new long[3];
    for (Attempt attempt : writes.values()) {
      if (attempt.isDropped()) {
        bytes[0] += attempt.heldBytes();
        bytes[1] += attempt.diskBytes();
        bytes[2] += attempt.tierBytes();
      }
    }
    merges.addDropped(bytes);
    return bytes;
  }
}
