package dev.heddle.engine.observed;

import dev.heddle.io.storage.FileLocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

/**
 * The file of the numbers that runs have counted: a header, then pairs of words in the order of the
 * first ones. It is replaced as a whole, by one process at a time; what is no such file counts as
 * empty. Nothing here fails: numbers that cannot be kept are lost. Stateless, thread-safe.
 *
 * <p>The header is four words: what the file is, how many pairs there are, a checksum of them, and
 * 0.
 */
final class ObservedRowFile {
  private static final long MAGIC = 0x48444C4F42533031L; // HDLOBS01
  private static final int HEADER_WORDS = 4;
  private static final int LOCK_TRIES = 50;
  private static final long LOCK_WAIT_NANOS = 2_000_000;

  private final Path folder;
  private final int maxPairs;

  ObservedRowFile(Path folder, int maxPairs) {
    this.folder = folder;
    this.maxPairs = maxPairs;
  }

  private Path file() {
    return folder.resolve("rows");
  }

  /** Returns the pairs, in the order of their first words; none if there is no such file. */
  ObservedPairs read() {
    try {
      Path file = file();
      if (!Files.isRegularFile(file) || Files.size(file) > bytes(maxPairs)) {
        return ObservedPairs.NONE;
      }
      return decoded(Files.readAllBytes(file));
    } catch (IOException | SecurityException e) {
      return ObservedPairs.NONE;
    }
  }

  private static long bytes(int pairs) {
    return Long.BYTES * (HEADER_WORDS + 2L * pairs);
  }

  private static ObservedPairs decoded(byte[] bytes) {
    if (bytes.length < bytes(0) || bytes.length % Long.BYTES != 0) {
      return ObservedPairs.NONE;
    }
    LongBuffer words = ByteBuffer.wrap(bytes).asLongBuffer();
    int pairs = (words.limit() - HEADER_WORDS) / 2;
    if (words.get(0) != MAGIC
        || words.get(1) != pairs
        || bytes.length != bytes(pairs)
        || words.get(2) != checksum(bytes)) {
      return ObservedPairs.NONE;
    }
    long[] keys = new long[pairs];
    long[] values = new long[pairs];
    for (int i = 0; i < pairs; i++) {
      keys[i] = words.get(HEADER_WORDS + 2 * i);
      values[i] = words.get(HEADER_WORDS + 2 * i + 1);
      if (i > 0 && keys[i] <= keys[i - 1]) {
        return ObservedPairs.NONE;
      }
    }
    return new ObservedPairs(keys, values);
  }

  private static long checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, HEADER_WORDS * Long.BYTES, bytes.length - HEADER_WORDS * Long.BYTES);
    return sum.getValue();
  }

  /**
   * Replaces the file by what is made of its pairs now, and returns that; also where it cannot be
   * written.
   */
  ObservedPairs change(UnaryOperator<ObservedPairs> change) {
    try {
      Files.createDirectories(folder);
      try (FileChannel lock =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        if (!isLocked(lock)) {
          return change.apply(read());
        }
        ObservedPairs changed = change.apply(read());
        Path written = folder.resolve("rows.new"); // by who has the lock
        Files.write(written, encoded(changed));
        Files.move(
            written, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return changed;
      }
    } catch (IOException | SecurityException | UnsupportedOperationException e) {
      return change.apply(read());
    }
  }

  private static boolean isLocked(FileChannel lock) throws IOException {
    for (int i = 0; i < LOCK_TRIES; i++) {
      if (FileLocks.tryLock(lock)) {
        return true;
      }
      LockSupport.parkNanos(LOCK_WAIT_NANOS);
    }
    return false;
  }

  private static byte[] encoded(ObservedPairs pairs) {
    byte[] bytes = new byte[(int) bytes(pairs.size())];
    LongBuffer words = ByteBuffer.wrap(bytes).asLongBuffer();
    for (int i = 0; i < pairs.size(); i++) {
      words.put(HEADER_WORDS + 2 * i, pairs.key(i));
      words.put(HEADER_WORDS + 2 * i + 1, pairs.value(i));
    }
    words.put(0, MAGIC);
    words.put(1, pairs.size());
    words.put(2, checksum(bytes));
    return bytes;
  }
}
