package dev.heddle.io.text;

import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;

/**
 * The records of one block as a stream: from the first that starts in it to the end of the last,
 * which may be beyond it. Used by one thread; closing it closes the file.
 */
public final class BlockStream extends TextStream {
  private static final int TAIL_BYTES = 64 << 10;
  private static final byte[] NOTHING = {};

  private final TextBlocks blocks;
  private final RangedInput input;
  private final int block;
  private final long blockEnd;
  private byte[] bytes = NOTHING; // of the block, then of what follows it
  private int next;
  private int limit;
  private long bytesEnd; // where bytes end in the file
  private int state; // at bytesEnd
  private boolean isStarted;
  private boolean isEnded;
  private long firstRecord;
  private long fetchedBytes;
  private long waitedNanos;

  private BlockStream(TextBlocks blocks, int block, RangedInput input) {
    this.blocks = blocks;
    this.block = block;
    this.input = input;
    this.blockEnd = blocks.start(block + 1);
    this.firstRecord = blocks.start(block);
  }

  /** Opens a block. */
  public static BlockStream open(TextBlocks blocks, int block) {
    return new BlockStream(blocks, block, Storages.of(blocks.file().path()).open(blocks.file()));
  }

  private boolean fill() {
    if (next < limit) {
      return true;
    }
    if (!isStarted) {
      start();
    } else if (!isEnded) {
      tail();
    }
    return next < limit || (!isEnded && fill());
  }

  private void start() {
    isStarted = true;
    int before;
    blocks.begin(block);
    try {
      bytes = read(blocks.start(block), blocks.bytes(block));
      before = blocks.stateBefore(block, input);
      state = blocks.stateBehind(block, bytes, before);
    } finally {
      blocks.end(block);
    }
    bytesEnd = blockEnd;
    int first = blocks.scanner().firstStart(before, bytes, 0, bytes.length);
    if (first < 0) {
      isEnded = true; // the block is within a record
      next = limit;
      return;
    }
    firstRecord += first;
    next = first;
    limit = bytes.length;
    isEnded = isAtEnd();
  }

  private boolean isAtEnd() {
    return state == RecordScanner.START || bytesEnd >= blocks.file().sizeBytes();
  }

  /** Reads on behind the block, up to the start of the next record. */
  private void tail() {
    int size = (int) Math.min(TAIL_BYTES, blocks.file().sizeBytes() - bytesEnd);
    bytes = read(bytesEnd, size);
    next = 0;
    int end = blocks.scanner().firstStart(state, bytes, 0, size);
    if (end >= 0) {
      limit = end;
      isEnded = true;
      return;
    }
    limit = size;
    state = blocks.scanner().skip(state, bytes, 0, size);
    bytesEnd += size;
    isEnded = isAtEnd();
  }

  private byte[] read(long position, int size) {
    if (size == 0) {
      return NOTHING;
    }
    fetchedBytes += size;
    long begun = System.nanoTime();
    byte[] read = input.readArray(position, size);
    waitedNanos += System.nanoTime() - begun;
    return read;
  }

  @Override
  public int read() {
    return fill() ? bytes[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int size = Math.min(length, limit - next);
    System.arraycopy(bytes, next, target, offset, size);
    next += size;
    return size;
  }

  @Override
  public long fetchedBytes() {
    return fetchedBytes;
  }

  @Override
  public long waitedNanos() {
    return waitedNanos;
  }

  @Override
  public long linesBefore() {
    fill();
    long lines = 0;
    int before = 0;
    for (long at = 0; at < firstRecord; at += TAIL_BYTES) {
      byte[] piece = input.readArray(at, (int) Math.min(TAIL_BYTES, firstRecord - at));
      for (byte c : piece) {
        lines += c == '\r' || (c == '\n' && before != '\r') ? 1 : 0;
        before = c;
      }
    }
    return lines;
  }

  @Override
  public void close() {
    input.close();
  }
}
