package dev.heddle.io.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;
import java.util.Arrays;

/**
 * Divides an uncompressed file into blocks: a block has the records that start within it.
 *
 * <p>Where a block's first record starts can depend on all bytes before (a quote far away makes a
 * line end part of a value). So the state at each block's start is found once, in order, by a pass
 * that looks at quotes and line ends only; the reader of a block hands its bytes to the pass, and a
 * thread that needs their state waits for them, so that reading blocks in order, on any number of
 * threads, reads each byte once. Thread-safe.
 */
public final class TextBlocks {
  private static final int UNKNOWN = -1;
  private static final int PIECE_BYTES = 256 << 10;

  private final StoredFile file;
  private final RecordScanner scanner;
  private final long dataStart;
  private final int blockBytes;
  private final int[] states; // guarded by this: at the start of each block, as far as found
  private final int[] readers; // guarded by this: of each block, how many will find its end state
  private int found; // guarded by this: states below are known

  /**
   * Makes the blocks of a file.
   *
   * @param dataStart where the first record starts, behind lines that are left out
   * @param blockBytes how long a block is
   */
  public TextBlocks(StoredFile file, RecordScanner scanner, long dataStart, int blockBytes) {
    this.file = file;
    this.scanner = scanner;
    this.dataStart = dataStart;
    this.blockBytes = blockBytes;
    long bytes = Math.max(0, file.sizeBytes() - dataStart);
    int blocks = Math.toIntExact(Math.max(1, (bytes + blockBytes - 1) / blockBytes));
    this.states = new int[blocks];
    this.readers = new int[blocks];
    Arrays.fill(states, UNKNOWN);
    states[0] = RecordScanner.START;
    found = 1;
  }

  /** Returns the file. */
  public StoredFile file() {
    return file;
  }

  /** Returns how many blocks there are: one at least. */
  public int count() {
    return states.length;
  }

  /** Returns where a block starts in the file. */
  public long start(int block) {
    return Math.min(file.sizeBytes(), dataStart + (long) block * blockBytes);
  }

  /** Returns how many bytes a block has. */
  public int bytes(int block) {
    return (int) (start(block + 1) - start(block));
  }

  /** Returns what separates records. */
  RecordScanner scanner() {
    return scanner;
  }

  /** Announces that a block is about to be read, and {@link #stateBehind} to be called. */
  synchronized void begin(int block) {
    readers[block]++;
  }

  /** Reports that a reader has called {@link #stateBehind}, or never will. */
  synchronized void end(int block) {
    readers[block]--;
    notifyAll();
  }

  /**
   * Returns the state at a block's start; waits for the readers of the blocks before.
   *
   * <p>Nobody waits for a block behind its own, so the first of them never waits.
   *
   * @param input the file
   */
  int stateBefore(int block, RangedInput input) {
    if (!scanner.needsAllBefore()) {
      if (block == 0) {
        return RecordScanner.START;
      }
      byte[] last = input.readArray(start(block) - 1, 1);
      return scanner.skip(UNKNOWN, last, 0, 1);
    }
    synchronized (this) {
      while (found <= block) {
        if (readers[found - 1] > 0) {
          await(found - 1);
        } else {
          states[found] = skip(found - 1, input);
          found++;
        }
      }
      return states[block];
    }
  }

  /** Waits until the state behind a block is known, or nobody reads it any more. */
  private synchronized void await(int block) {
    try {
      while (readers[block] > 0 && found == block + 1) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(
          ErrorCode.CANCELLED, "Reading " + file.path() + " was interrupted", e);
    }
  }

  private int skip(int block, RangedInput input) {
    int state = states[block];
    long end = start(block + 1);
    for (long at = start(block); at < end; at += PIECE_BYTES) {
      byte[] piece = input.readArray(at, (int) Math.min(PIECE_BYTES, end - at));
      state = scanner.skip(state, piece, 0, piece.length);
    }
    return state;
  }

  /** Returns the state behind a block whose bytes are known. */
  int stateBehind(int block, byte[] bytes, int stateBefore) {
    if (!scanner.needsAllBefore()) {
      return bytes.length == 0
          ? stateBefore
          : scanner.skip(UNKNOWN, bytes, bytes.length - 1, bytes.length);
    }
    synchronized (this) {
      if (found > block + 1) {
        return states[block + 1];
      }
    }
    int state = scanner.skip(stateBefore, bytes, 0, bytes.length);
    synchronized (this) {
      if (found == block + 1 && block + 1 < states.length) {
        states[block + 1] = state;
        found++;
        notifyAll();
      }
    }
    return state;
  }
}
