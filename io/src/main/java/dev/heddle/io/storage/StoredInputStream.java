package dev.heddle.io.storage;

import java.io.InputStream;

/** A file as a stream, for text formats; closing it closes the file. Used by one thread. */
public final class StoredInputStream extends InputStream {
  private static final int BLOCK_BYTES = 256 << 10;

  private final RangedInput input;
  private final long size;
  private long waitedNanos;
  private long position;
  private byte[] block = {};
  private int next;

  private StoredInputStream(RangedInput input, long size) {
    this.input = input;
    this.size = size;
  }

  /** Opens a file from its start. */
  public static StoredInputStream open(StoredFile file) {
    return new StoredInputStream(Storages.of(file.path()).open(file), file.sizeBytes());
  }

  private boolean fill() {
    if (next < block.length) {
      return true;
    }
    if (position >= size) {
      return false;
    }
    long begun = System.nanoTime();
    block = input.readArray(position, (int) Math.min(BLOCK_BYTES, size - position));
    waitedNanos += System.nanoTime() - begun;
    position += block.length;
    next = 0;
    return true;
  }

  @Override
  public int read() {
    return fill() ? block[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int bytes = Math.min(length, block.length - next);
    System.arraycopy(block, next, target, offset, bytes);
    next += bytes;
    return bytes;
  }

  /** Returns at least 1 until the end: without it a second gzip member would be taken for none. */
  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, size - position + block.length - next);
  }

  /** Returns how many bytes of the file have been fetched. */
  public long fetchedBytes() {
    return position;
  }

  /** Returns how long callers have waited for the bytes. */
  public long waitedNanos() {
    return waitedNanos;
  }

  @Override
  public void close() {
    input.close();
  }
}
