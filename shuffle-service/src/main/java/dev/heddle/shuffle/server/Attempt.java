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

  final Exchange exchange;
  final BundleId id;
  final int worker;
  final long incarnation;
  final BlockTable blocks = new BlockTable();
  State state = State.OPEN;
  @Nullable Writer writer; // while it is being written
  List<PartitionTotals> totals = List.of();
  long digest;
  long heldBytes; // room of blocks in memory
  long diskBytes; // of its file
  long tierBytes; // of its blocks in the tier, or on their way there
  long indexBytes; // of the heap, set aside
  boolean writing; // an append or the sealing of its file
  boolean wantsDisk; // though it is sealed in memory
  boolean hasFile;
  boolean isInTier; // once the write to it has ended
  int[] appending = {}; // blocks of the append under way

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

  /** Returns whether flushing it would free memory, and nothing is in the way. */
  boolean canFlush() {
    return heldBytes > 0 && !writing && (state == State.OPEN || state == State.SEALED);
  }

  /** Returns whether its bundle is sealed on disk, and nothing is in the way of moving it. */
  boolean canMove() {
    return hasFile && heldBytes == 0 && !writing && state == State.SEALED;
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
    return new BundleIndex(id, exchange.maps, digest, totals, partitions, rows, bytes, offsets);
  }
}
