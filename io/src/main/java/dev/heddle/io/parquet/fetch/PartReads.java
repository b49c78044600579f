package dev.heddle.io.parquet.fetch;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reads for some rows of a row group, all planned before any of them is used. So remote storage
 * can begin early and neighbours come in one read. Pages without a wanted row are left out where
 * the file lists its pages.
 *
 * <p>Made in two steps, since the lists of pages have to be read before the rest can be planned.
 * Used by one thread; the input stays its owner's.
 */
public final class PartReads implements AutoCloseable {
  private static final int MAX_READ_BYTES = 4 << 20;
  private static final int MIN_READ_BYTES = 128 << 10;
  // what all processors' reads under way may take of the memory that is free
  private static final int MEMORY_SHARE = 4;
  // reads that are smaller than this number of gaps are put together over columns
  private static final int MAX_GAPS = 32;
  private static final int READS_AHEAD = 2;

  private final RangedInput input;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final int readsAhead;
  private final List<RequestedChunk> chunks = new ArrayList<>();
  private final Map<Long, RequestedChunk> byStart = new HashMap<>(); // the same chunks
  private final Map<Long, ChunkReads> planned = new HashMap<>(); // by the chunk's start
  private final KnownDictionaries dictionaries = new KnownDictionaries();
  private int maxReadBytes = MAX_READ_BYTES;

  // first step
  private final List<PlannedRead> listReads = new ArrayList<>();

  /** Which bytes of a chunk will be needed. */
  public enum Need {
    /** All: no row of the row group is left out. */
    ALL,
    /** Those of the wanted rows. */
    WANTED_ROWS,
    /** Perhaps none: each page is read when it is asked for. */
    ON_DEMAND
  }

  /** A chunk of which rows are wanted. */
  private static final class RequestedChunk {
    private final String column;
    private final ChunkInfo chunk;
    private final Need need;
    private boolean isListed; // by a list that has to be read
    private @Nullable PageList pages;

    RequestedChunk(String column, ChunkInfo chunk, Need need, boolean isListed) {
      this.column = column;
      this.chunk = chunk;
      this.need = need;
      this.isListed = isListed;
    }

    boolean isEager() {
      return need != Need.ON_DEMAND;
    }
  }

  private PartReads(RangedInput input, MemoryAccount account, ScanMetrics metrics, int readsAhead) {
    this.input = input;
    this.account = account;
    this.metrics = metrics;
    this.readsAhead = readsAhead;
  }

  /** Makes an empty plan of what is likely to be read to its end. */
  public static PartReads lookingAhead(
      RangedInput input, MemoryAccount account, ScanMetrics metrics) {
    return new PartReads(input, account, metrics, READS_AHEAD);
  }

  /** Makes an empty plan of what may not be read to its end: bytes come when they are asked for. */
  public static PartReads onDemand(RangedInput input, MemoryAccount account, ScanMetrics metrics) {
    return new PartReads(input, account, metrics, 0);
  }

  RangedInput input() {
    return input;
  }

  MemoryAccount account() {
    return account;
  }

  /** Returns how many reads of an eager chunk are started ahead of their use. */
  int readsAhead() {
    return readsAhead;
  }

  /**
   * Adds a chunk.
   *
   * @param column its name
   * @param need which of its bytes will be needed
   */
  public void add(String column, ChunkInfo chunk, Need need) {
    boolean isListed =
        chunk.hasPageIndex() && (need != Need.ALL || chunk.compressedBytes() > MAX_READ_BYTES);
    RequestedChunk wanted = new RequestedChunk(column, chunk, need, isListed);
    if (byStart.putIfAbsent(chunk.start(), wanted) == null) {
      chunks.add(wanted);
    }
  }

  /** Takes where the pages of a chunk that has been added start, so that this need not be read. */
  public void know(ChunkInfo chunk, PageList pages) {
    RequestedChunk wanted = byStart.get(chunk.start());
    if (wanted != null && wanted.isListed) {
      wanted.isListed = false;
      wanted.pages = pages;
    }
  }

  /** Takes over dictionaries of chunks, which then are not read. */
  public void know(KnownDictionaries known) {
    dictionaries.takeAll(known);
  }

  /** Gives a chunk's dictionary away if it is known, or returns null. */
  public @Nullable Column takeDictionary(ChunkInfo chunk) {
    return dictionaries.take(chunk);
  }

  /** Ends adding: has the lists of pages come. */
  public void startLists() {
    List<RequestedChunk> listed = new ArrayList<>(chunks.stream().filter(c -> c.isListed).toList());
    listed.sort((a, b) -> Long.compare(a.chunk.pageIndexOffset(), b.chunk.pageIndexOffset()));
    for (RequestedChunk wanted : listed) {
      long from = wanted.chunk.pageIndexOffset();
      long to = from + wanted.chunk.pageIndexBytes();
      PlannedRead last = listReads.isEmpty() ? null : listReads.getLast();
      if (last != null && from <= last.to() + input.coalesceGap()) {
        last.extend(Math.max(last.to(), to));
      } else {
        listReads.add(new PlannedRead(this, from, to));
      }
      listReads.getLast().addUser();
    }
    if (readsAhead > 0) {
      listReads.forEach(PlannedRead::start);
    }
  }

  /**
   * Plans all reads and starts the first ones of each eager chunk.
   *
   * @param ranges the wanted rows
   * @param rows of the row group
   * @throws CorruptDataException if a list of pages is wrong
   */
  public void plan(RowRanges ranges, long rows) {
    maxReadBytes = maxReadBytes();
    for (RequestedChunk wanted : chunks) {
      if (wanted.isListed) {
        try {
          wanted.pages = PageList.read(listBytes(wanted.chunk), wanted.chunk, rows);
        } catch (CorruptDataException e) {
          throw new CorruptDataException("column " + wanted.column + ": " + e.getMessage());
        }
      }
    }
    closeLists();
    List<PlannedRead> shared = new ArrayList<>();
    List<List<PlannedRead>> byChunk = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      byChunk.add(List.of());
      order.add(i);
    }
    order.sort((a, b) -> Long.compare(chunks.get(a).chunk.start(), chunks.get(b).chunk.start()));
    for (int i : order) {
      RequestedChunk wanted = chunks.get(i);
      List<PlannedRead> own = reads(wanted, ranges);
      byChunk.set(i, wanted.isEager() ? joinSmall(own, shared) : own);
    }
    for (int i = 0; i < byChunk.size(); i++) {
      RequestedChunk wanted = chunks.get(i);
      byChunk.get(i).forEach(PlannedRead::addUser);
      ChunkReads reads = new ChunkReads(this, wanted.chunk, byChunk.get(i), wanted.need);
      planned.put(wanted.chunk.start(), reads);
    }
    for (RequestedChunk wanted : chunks) {
      planned.get(wanted.chunk.start()).begin();
    }
  }

  /** Returns how large one read may be, so that those of all chunks fit into little memory too. */
  private int maxReadBytes() {
    long free = account.ledger().limitBytes() - account.ledger().committedBytes();
    long share = Math.max(0, free) / MEMORY_SHARE / Runtime.getRuntime().availableProcessors();
    long each = share / Math.max(1, chunks.size()) / (1 + readsAhead);
    return (int) Math.clamp(each, MIN_READ_BYTES, MAX_READ_BYTES);
  }

  /** Returns a column's list of pages if it has been read. */
  public @Nullable PageList pages(ChunkInfo chunk) {
    RequestedChunk wanted = byStart.get(chunk.start());
    return wanted == null ? null : wanted.pages;
  }

  /**
   * Returns the bytes of a chunk, which the caller closes; all of it if it has not been planned.
   */
  public ChunkReads chunk(ChunkInfo chunk) {
    ChunkReads known = planned.remove(chunk.start());
    if (known != null) {
      return known;
    }
    List<PlannedRead> whole = new ArrayList<>();
    addCut(whole, chunk.start(), chunk.start() + chunk.compressedBytes());
    whole.forEach(PlannedRead::addUser);
    return new ChunkReads(this, chunk, whole, Need.ALL);
  }

  private byte[] listBytes(ChunkInfo chunk) {
    for (PlannedRead read : listReads) {
      long offset = chunk.pageIndexOffset() - read.from();
      if (offset >= 0 && chunk.pageIndexOffset() + chunk.pageIndexBytes() <= read.to()) {
        byte[] bytes = new byte[chunk.pageIndexBytes()];
        Memory.copyToArray(read.address() + offset, bytes, 0, bytes.length);
        return bytes;
      }
    }
    throw new IllegalStateException("A list of pages has not been read");
  }

  private void closeLists() {
    for (int i = 0; i < listReads.size(); i++) {
      PlannedRead read = listReads.get(i);
      for (RequestedChunk wanted : chunks) {
        long at = wanted.chunk.pageIndexOffset();
        if (wanted.isListed && at >= read.from() && at < read.to()) {
          read.release();
        }
      }
    }
    listReads.clear();
  }

  /** Returns a chunk's reads, of which none reaches over more than it has to. */
  private List<PlannedRead> reads(RequestedChunk wanted, RowRanges ranges) {
    List<PlannedRead> reads = new ArrayList<>();
    ChunkInfo chunk = wanted.chunk;
    PageList pages = wanted.pages;
    boolean knowsDictionary = dictionaries.find(chunk) != null;
    if (pages == null) {
      long from = knowsDictionary ? chunk.indexes().firstDataPage() : chunk.start();
      addCut(reads, from, chunk.start() + chunk.compressedBytes());
      return reads;
    }
    int most = wanted.isEager() ? maxReadBytes : input.coalesceGap();
    if (pages.offset(0) > chunk.start() && !knowsDictionary) {
      addCut(reads, chunk.start(), pages.offset(0)); // the dictionary
    }
    for (int page = 0; page < pages.count(); page++) {
      if (!ranges.overlaps(pages.firstRow(page), pages.firstRow(page + 1))) {
        continue;
      }
      long from = pages.offset(page);
      long to = pages.offset(page + 1);
      PlannedRead last = reads.isEmpty() ? null : reads.getLast();
      boolean isNear = last != null && from - last.to() <= input.coalesceGap();
      if (isNear && to - last.from() <= most) {
        last.extend(to);
      } else {
        addCut(reads, from, to);
      }
    }
    return reads;
  }

  private void addCut(List<PlannedRead> reads, long from, long to) {
    for (long at = from; at < to; at += maxReadBytes) {
      reads.add(new PlannedRead(this, at, Math.min(to, at + maxReadBytes)));
    }
  }

  /** Puts small reads together with their neighbours of other chunks. */
  private List<PlannedRead> joinSmall(List<PlannedRead> own, List<PlannedRead> shared) {
    List<PlannedRead> joined = new ArrayList<>();
    int gap = input.coalesceGap();
    long joinedBytes = (long) maxReadBytes * Math.max(1, chunks.size());
    for (PlannedRead read : own) {
      PlannedRead last = shared.isEmpty() ? null : shared.getLast();
      boolean isNear = last != null && read.from() >= last.to() && read.from() - last.to() <= gap;
      if (isNear && read.to() - last.from() <= Math.min((long) gap * MAX_GAPS, joinedBytes)) {
        last.extend(read.to());
      } else {
        shared.add(read);
      }
      if (joined.isEmpty() || joined.getLast() != shared.getLast()) {
        joined.add(shared.getLast());
      }
    }
    return joined;
  }

  /** Waits for a read and counts it. */
  Buffer await(PendingRead pending, long bytes) {
    long begun = System.nanoTime();
    Buffer buffer = pending.await();
    metrics.readWaitNanos.add(System.nanoTime() - begun);
    metrics.bytesRead.add(bytes);
    return buffer;
  }

  /** Reads bytes that have not been planned. */
  void read(long position, long address, int bytes) {
    long begun = System.nanoTime();
    input.read(position, address, bytes);
    metrics.readWaitNanos.add(System.nanoTime() - begun);
    metrics.bytesRead.add(bytes);
  }

  @Override
  public void close() {
    closeLists();
    planned.values().forEach(ChunkReads::close);
    planned.clear();
    dictionaries.close();
  }
}
