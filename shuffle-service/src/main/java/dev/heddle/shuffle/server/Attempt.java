package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import dev.heddle.shuffle.store.MergedMap;
import dev.heddle.shuffle.store.PackFormat;
import java.util.List;
import java.util.Optional;
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
  private PartitionTotals packTotals = PartitionTotals.NONE; // of the packs that have arrived
  private long partBytes; // of packs; once sealing
  private @Nullable PartitionSizes sizes; // of packs; once sealing
  private @Nullable Merged merged; // where its packs are, once they are on disk with others'
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

  /** All packs are there, and have the rows that the writer states. */
  void startSealing(ShuffleMessage.SealPacks seal) {
    go(State.OPEN, State.SEALING);
    totals = List.of(seal.totals());
    partBytes = seal.bytes();
    sizes = seal.sizes();
  }

  void seal() {
    go(State.SEALING, State.SEALED);
  }

  /** Takes the blocks of a bundle that an earlier server has sealed; returns their bytes. */
  long recover(BundleIndex index) {
    go(State.OPEN, State.SEALED);
    totals = index.totals();
    digest = index.digest();
    partBytes = index.bytes();
    sizes = index.sizes().orElse(null);
    hasFile = true;
    for (int i = 0; i < index.blockRows().length; i++) {
      blocks.add(
          index.blockPartitions()[i],
          index.blockLasts()[i],
          index.blockRows()[i],
          index.blockBytes()[i],
          index.blockOffsets()[i]);
    }
    return blocks.bytes();
  }

  /** Takes what an earlier server has merged; returns its bytes. */
  long recover(MergedMap map, Merged in) {
    go(State.OPEN, State.SEALED);
    totals = List.of(map.totals());
    digest = map.digest();
    partBytes = map.bytes();
    sizes = map.sizes();
    mergedInto(in);
    return partBytes;
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
    int partition = block.message().partition();
    blocks.addInMemory(partition, partition, block.message().rows(), block.bytes(), block.handle());
    countHeld(block.room());
  }

  /** Adds a pack in memory. */
  void add(ServerEvent.PackReceived pack) {
    PackFormat.Summary summary = pack.summary();
    int rows = Math.toIntExact(summary.totals().rows());
    blocks.addInMemory(summary.first(), summary.last(), rows, pack.bytes(), pack.handle());
    packTotals = packTotals.plus(summary.totals());
    digest += summary.digest();
    countHeld(pack.room());
  }

  /** Returns whether its packs have the rows that its writer states. */
  boolean isComplete(ShuffleMessage.SealPacks seal) {
    return packTotals.equals(seal.totals()) && digest == seal.digest();
  }

  /** Returns whether it has packs, and no blocks. */
  boolean isPacked() {
    return exchange.isPacked();
  }

  /** Returns what is known of an attempt of packs. */
  MergedMap mergedMap() {
    return new MergedMap(id, totals.getFirst(), digest, partBytes, sizes());
  }

  private PartitionSizes sizes() {
    if (sizes == null) {
      throw new IllegalStateException("Sizes of " + id + " are asked for before it is sealed");
    }
    return sizes;
  }

  /** Returns the record of a sealed attempt. */
  SealedMap sealedMap(ShuffleAddress address) {
    if (isPacked()) {
      long rows = totals.getFirst().rows();
      return new SealedMap(id.attempt(), address, digest, rows, partBytes, sizes());
    }
    long[] bytes = new long[exchange.partitions()];
    for (int i = 0; i < blocks.count(); i++) {
      bytes[blocks.partition(i)] += blocks.bytes(i);
    }
    return RowLedger.seal(id.attempt(), address, totals::get, bytes);
  }

  /** Returns the bundle that it is in together with others, if it is. */
  @Nullable Merged merged() {
    return merged;
  }

  /** Its packs are in a bundle with others', and no longer in memory. */
  void mergedInto(Merged bundle) {
    merged = bundle;
    bundle.attempts.add(this);
    blocks.clear();
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
    int[] lasts = new int[count];
    int[] rows = new int[count];
    int[] bytes = new int[count];
    long[] offsets = new long[count];
    for (int i = 0; i < count; i++) {
      partitions[i] = blocks.partition(i);
      lasts[i] = blocks.last(i);
      rows[i] = blocks.rows(i);
      bytes[i] = blocks.bytes(i);
      offsets[i] = blocks.offset(i);
    }
    return new BundleIndex(
        id,
        exchange.maps(),
        exchange.partitions(),
        digest,
        totals,
        partBytes,
        Optional.ofNullable(sizes),
        partitions,
        lasts,
        rows,
        bytes,
        offsets);
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
