package dev.heddle.shuffle.server;

/** A client that writes an attempt. */
final class Writer {
  final long connection;
  final Attempt attempt;
  final long windowBytes; // how many bytes it may have on their way
  private long creditBytes; // granted and not yet arrived
  private long wantedBytes; // without which it cannot go on, or 0
  private boolean isQueued; // for more credit, though it can go on

  Writer(long connection, Attempt attempt, long windowBytes) {
    this.connection = connection;
    this.attempt = attempt;
    this.windowBytes = windowBytes;
  }

  long creditBytes() {
    return creditBytes;
  }

  void grant(long bytes) {
    creditBytes += bytes;
  }

  void spend(long bytes) {
    creditBytes -= bytes;
  }

  /** Takes all its credit away, and returns how much that was. */
  long revoke() {
    long revoked = creditBytes;
    creditBytes = 0;
    return revoked;
  }

  /** Sets what it cannot go on without; returns whether it could go on before. */
  boolean want(long bytes) {
    boolean isNew = wantedBytes == 0;
    wantedBytes = bytes;
    return isNew;
  }

  /** Returns what it cannot go on without, or 0. */
  long wantedBytes() {
    return wantedBytes;
  }

  /** Starts to wait for more credit; returns whether it did not before. */
  boolean enqueue() {
    boolean isNew = !isQueued;
    isQueued = true;
    return isNew;
  }

  /** Ends the wait for more credit. */
  void dequeue() {
    isQueued = false;
  }
}
