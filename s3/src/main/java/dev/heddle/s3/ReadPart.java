package dev.heddle.s3;

import java.util.concurrent.atomic.AtomicBoolean;

/** A range of a read that one request fetches. */
final class ReadPart {
  private final S3Read read;
  private final int offset;
  private final int bytes;
  private final AtomicBoolean claimed = new AtomicBoolean();

  ReadPart(S3Read read, int offset, int bytes) {
    this.read = read;
    this.offset = offset;
    this.bytes = bytes;
  }

  S3Read read() {
    return read;
  }

  /** Returns where it starts in the read. */
  int offset() {
    return offset;
  }

  int bytes() {
    return bytes;
  }

  /** Returns true to the one thread that shall fetch it. */
  boolean claim() {
    return claimed.compareAndSet(false, true);
  }
}
