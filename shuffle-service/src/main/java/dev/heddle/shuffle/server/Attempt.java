package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one attempt has written. */
final class Attempt {
  /** How far it is. */
  enum State {
    /** Blocks arrive. */
    OPEN,
    /** All blocks are there, some of them on disk, and the bundle is not sealed. */
    SEALING,
    /** It can be read. */
    SEALED,
    /** It was sealed, and is gone or broken. */
    LOST,
    /** Nobody needs it; it is gone once a write under way has ended. */
    DROPPED
  }

  private static final int[] NO_BLOCKS = {};

  final Exchange exchange;
  final BundleId id;
  final int worker;
  final long incarnation;
  final BlockTable blocks = new BlockTable();
  private State state = State.OPEN;
  private @Nullable Writer writer; // while it is being written
  private List<PartitionTotals> totals = List.of();
  private long digest;
  private long heldBytes; // room of blocks in memory
  private long diskBytes; // of its file
  private long tierBytes; // of its blocks in the tier, or on their way there
  private long indexBytes; // of the heap, set aside
  private boolean isWriting; // an append or the sealing of its file
  private boolean wantsDisk; // though it is sealed in memory
  private boolean hasFile;
  private boolean isInTier; // once the write to it has ended
  private int[] writing = NO_BLOCKS; // of the write under way

  Attempt(Exchange exchange, BundleId id, int worker, long incarnation) {
    this.exchange = exchange;
    this.id = id;
    this.worker = worker;
    this.incarnation = incarnation;
  }

  long key() {
    return Exchange.key(id.attempt().map(), id.attempt().attempt());
  }

  int map() {
    return id.attempt().map();
  }

  long bytes() {
    return heldBytes + diskBytes + tierBytes;
  }

  // States.

  State state() {
    return state;
  }

  boolean isSealed() {
    return state == State.SEALED;
  }

  boolean isDropped() {
    return state == State.DROPPED;
  }

  /** All blocks are there, and have the rows that the writer states. */
  void startSealing(List<PartitionTotals> allTotals, long ofTotals) {
    go(State.OPEN, State.SEALING);
    totals = List.copyOf(allTotals);
    digest = ofTotals;
  }

  void seal() {
    go(State.SEALING, State.SEALED);
  }

  /** Takes the blocks of a bundle that an earlier server has sealed; returns their bytes. */
  long recover(BundleIndex index) {
    go(State.OPEN, State.SEALED);
    totals = index.totals();
    digest = index.digest();
    hasFile = true;
    for (int i = 0; i < index.blockRows().length; i++) {
      blocks.add(
          index.blockPartitions()[i],
          index.blockRows()[i],
          index.blockBytes()[i],
          index.blockOffsets()[i]);
    }
    return blocks.bytes();
  }

  /** Makes it, of which nothing is there, the mark of a sealed one that is gone. */
  void markLost() {
    go(State.OPEN, State.LOST);
  }

  /** Takes it out of its exchange and job; what it holds is freed by {@link Attempts}. */
  void drop() {
    exchange.attempts.remove(key(), this);
    exchange.job.count(-bytes());
    state = State.DROPPED;
  }

  private void go(State from, State to) {
    if (state != from) {
      throw new IllegalStateException("Attempt " + id + " is " + state + ", not " + from);
    }
    state = to;
  }

  // Who writes it, and what.

  @Nullable Writer writer() {
    return writer;
  }

  /** Sets who writes it; null once nobody does. */
  void setWriter(@Nullable Writer newWriter) {
    writer = newWriter;
  }

  List<PartitionTotals> totals() {
    return totals;
  }

  long digest() {
    return digest;
  }

  /** Adds a block in memory. */
  void add(ServerEvent.BlockReceived block) {
    blocks.addInMemory(
        block.message().partition(), block.message().rows(), block.bytes(), block.handle());
    countHeld(block.room());
  }

  // Where its blocks are.

  boolean hasFile() {
    return hasFile;
  }

  boolean isInTier() {
    return isInTier;
  }

  boolean isWriting() {
    return isWriting;
  }

  boolean wantsDisk() {
    return wantsDisk;
  }

  /** Demands that it is sealed on disk, too, though it may be sealed in memory. */
  void demandDisk() {
    wantsDisk = true;
  }

  /** It is on disk, or cannot be. */
  void endDiskDemand() {
    wantsDisk = false;
  }

  /** Starts to write; the blocks are set before. */
  void startWrite() {
    isWriting = true;
  }

  void endWrite() {
    isWriting = false;
  }

  /** Sets which blocks go to its file, which there is from now on. */
  void writeToFile(int[] inMemory) {
    writing = inMemory;
    hasFile = true;
  }

  /** Sets which blocks go from memory to the tier. */
  void writeToTier(int[] inMemory) {
    writing = inMemory;
  }

  /** Returns the blocks of the write that has ended, once. */
  int[] takeWritten() {
    int[] written = writing;
    writing = NO_BLOCKS;
    return written;
  }

  /** Returns whether the write under way has all blocks, so that none is on disk yet. */
  boolean writesAll() {
    return writing.length == blocks.count();
  }

  void fileDeleted() {
    hasFile = false;
  }

  void movedToTier() {
    isInTier = true;
  }

  /** Returns whether flushing it would free memory, and nothing is in the way. */
  boolean canFlush() {
    return heldBytes > 0 && !isWriting && (state == State.OPEN || state == State.SEALED);
  }

  /** Returns whether its bundle is sealed on disk, and nothing is in the way of moving it. */
  boolean canMove() {
    return hasFile && heldBytes == 0 && !isWriting && state == State.SEALED;
  }

  BundleIndex index() {
    int count = blocks.count();
    int[] partitions = new int[count];
    int[] rows = new int[count];
    int[] bytes = new int[count];
    long[] offsets = new long[count];
    for (int i = 0; i < count; i++) {
      partitions[i] = blocks.partition(i);
      rows[i] = blocks.rows(i);
      bytes[i] = blocks.bytes(i);
      offsets[i] = blocks.offset(i);
    }
    return new BundleIndex(id, exchange.maps(), digest, totals, partitions, rows, bytes, offsets);
  }

  // Bytes.

  long heldBytes() {
    return heldBytes;
  }

  void countHeld(long bytes) {
    heldBytes += bytes;
    countInJob(bytes);
  }

  long diskBytes() {
    return diskBytes;
  }

  void countDisk(long bytes) {
    diskBytes += bytes;
    countInJob(bytes);
  }

  long tierBytes() {
    return tierBytes;
  }

  void countTier(long bytes) {
    tierBytes += bytes;
    countInJob(bytes);
  }

  private void countInJob(long bytes) {
    if (state != State.DROPPED) {
      exchange.job.count(bytes);
    }
  }

  long indexBytes() {
    return indexBytes;
  }

  void setIndexBytes(long bytes) {
    indexBytes = bytes;
  }
}
