package dev.heddle.io.parquet.fetch;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.ChunkInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a column chunk: those that are planned to be read come as planned, others by a read
 * of their own. Requested from front to back; a few bytes farther back may be retained. Used by one
 * thread.
 */
public final class ChunkReads implements AutoCloseable {
  private final PartReads part;
  private final long end;
  private final List<PlannedRead> reads; // ascending
  private final boolean isEager;
  private int current = -1;
  private int firstHeld;
  private @Nullable PlannedRead kept;

  // bytes that no single planned read holds
  private @Nullable Buffer joined;
  private long joinedFrom;
  private long joinedTo;

  /**
   * Makes it.
   *
   * @param reads ascending, counted as used by this chunk
   * @param need unless on demand, reads are started ahead of their use
   */
  ChunkReads(PartReads part, ChunkInfo chunk, List<PlannedRead> reads, PartReads.Need need) {
    this.part = part;
    this.end = chunk.start() + chunk.compressedBytes();
    this.reads = reads;
    this.isEager = need != PartReads.Need.ON_DEMAND;
  }

  /** Starts the first reads, if that is wanted before they are asked for. */
  void begin() {
    if (isEager) {
      startAhead(0);
    }
  }

  private void startAhead(int from) {
    for (int i = from; i < Math.min(reads.size(), from + part.readsAhead()); i++) {
      reads.get(i).start();
    }
  }

  /** Starts what holds some bytes, which will be asked for soon. */
  public void announce(long from, long to) {
    for (int i = Math.max(0, current); i < reads.size() && reads.get(i).from() < to; i++) {
      if (reads.get(i).to() > from) {
        reads.get(i).start();
      }
    }
  }

  /** Keeps the planned read that holds a position although later ones are asked for. */
  public void keep(long position) {
    dropKept();
    int holder = find(position);
    if (holder >= 0) {
      kept = reads.get(holder);
      kept.addUser();
    }
  }

  /** Ends keeping. */
  public void dropKept() {
    if (kept != null) {
      kept.release();
      kept = null;
    }
  }

  /**
   * Returns the address of bytes of the file, valid until the next call. They may be over-read by
   * {@link Buffer#PADDING}.
   *
   * @throws CorruptDataException if they go beyond the chunk
   */
  public long at(long position, int bytes) {
    if (bytes > end - position) {
      throw new CorruptDataException("a page of " + bytes + " bytes goes beyond its column chunk");
    }
    if (joined != null && position >= joinedFrom && position + bytes <= joinedTo) {
      return joined.address() + (position - joinedFrom);
    }
    if (kept != null && position >= kept.from() && position + bytes <= kept.to()) {
      return kept.address() + (position - kept.from());
    }
    int holder = find(position);
    if (holder < 0) {
      return join(position, bytes, holder);
    }
    PlannedRead read = reads.get(holder);
    if (holder > current) {
      while (firstHeld < holder) {
        reads.get(firstHeld++).release();
      }
      current = holder;
      if (isEager) {
        startAhead(holder + 1);
      }
    }
    if (position + bytes > read.to()) {
      return join(position, bytes, holder);
    }
    return read.address() + (position - read.from());
  }

  /** Returns the planned read with a position that is still in memory, or -1. */
  private int find(long position) {
    for (int i = firstHeld; i < reads.size() && reads.get(i).from() <= position; i++) {
      if (position < reads.get(i).to()) {
        return i;
      }
    }
    return -1;
  }

  /** Puts bytes together from planned reads and, where there are none, from the file. */
  private long join(long position, int bytes, int holder) {
    if (joined == null || joined.capacity() < bytes) {
      dropJoined();
      joined = part.account().allocate(bytes);
    }
    joinedTo = joinedFrom; // nothing is there while it is filled
    long target = joined.address();
    long at = position;
    int next = holder;
    while (next >= 0 && next < reads.size() && at < position + bytes) {
      PlannedRead read = reads.get(next);
      if (read.from() > at) {
        break;
      }
      long some = Math.min(read.to(), position + bytes) - at;
      Memory.copy(read.address() + (at - read.from()), target + (at - position), some);
      at += some;
      if (at == read.to() && next == firstHeld) {
        firstHeld++; // what else is asked for comes from what is joined
        read.release();
      }
      next++;
    }
    if (at < position + bytes) {
      part.read(at, target + (at - position), (int) (position + bytes - at));
    }
    joinedFrom = position;
    joinedTo = position + bytes;
    return target;
  }

  /** Returns how many bytes from a position on, which has been asked for, are at hand. */
  public int available(long position) {
    long to = position + 1;
    if (joined != null && position >= joinedFrom && position < joinedTo) {
      to = joinedTo;
    } else if (kept != null && position >= kept.from() && position < kept.to()) {
      to = kept.to();
    } else if (current >= 0 && position < reads.get(current).to()) {
      to = reads.get(current).to();
    }
    return (int) (Math.min(to, end) - position);
  }

  /** Returns where the chunk ends in the file. */
  public long end() {
    return end;
  }

  private void dropJoined() {
    if (joined != null) {
      joined.release();
      joined = null;
    }
    joinedFrom = 0;
    joinedTo = 0;
  }

  @Override
  public void close() {
    dropJoined();
    dropKept();
    while (firstHeld < reads.size()) {
      reads.get(firstHeld++).release();
    }
  }
}
