package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;

/** An object as a listing saw it. Holds no connection, so closing does nothing. */
final class S3Input implements RangedInput {
  // what a connection carries in the time that a request of its own would take to start
  private static final int COALESCE_GAP = 128 << 10;

  private final S3Bucket bucket;
  private final String key;
  private final StoredFile file;
  private final ReadQueue queue;

  S3Input(S3Bucket bucket, String key, StoredFile file, ReadQueue queue) {
    this.bucket = bucket;
    this.key = key;
    this.file = file;
    this.queue = queue;
  }

  S3Bucket bucket() {
    return bucket;
  }

  String key() {
    return key;
  }

  String path() {
    return file.path();
  }

  long sizeBytes() {
    return file.sizeBytes();
  }

  /** Returns the {@link ObjectVersion} that every answer must be of. */
  String version() {
    return file.version();
  }

  @Override
  public void read(long position, long address, int bytes) {
    if (check(position, bytes)) {
      queue.run(S3Read.intoMemory(queue, this, position, address, bytes));
    }
  }

  @Override
  public byte[] readArray(long position, int bytes) {
    byte[] array = new byte[bytes];
    if (check(position, bytes)) {
      queue.run(S3Read.intoArray(queue, this, position, array));
    }
    return array;
  }

  @Override
  public PendingRead start(long position, int bytes, MemoryAccount account) {
    check(position, bytes);
    S3Read read = S3Read.intoBuffer(queue, this, position, bytes, account);
    queue.start(read);
    return read;
  }

  /** Returns whether there is anything to read. */
  private boolean check(long position, int bytes) {
    if (position + bytes > file.sizeBytes()) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read "
              + path()
              + ": it ends at byte "
              + file.sizeBytes()
              + " but bytes "
              + position
              + " to "
              + (position + bytes)
              + " are needed");
    }
    return bytes > 0;
  }

  @Override
  public boolean worksInBackground() {
    return true;
  }

  @Override
  public int coalesceGap() {
    return COALESCE_GAP;
  }

  @Override
  public void close() {}
}
