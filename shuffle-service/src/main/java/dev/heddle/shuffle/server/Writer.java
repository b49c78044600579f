package dev.heddle.shuffle.server;

/** A client that writes an attempt. */
final class Writer {
  final long connection;
  final Attempt attempt;
  final long windowBytes; // how many bytes it may have on their way
  long creditBytes; // granted and not yet arrived
  long wantedBytes; // without which it cannot go on, or 0
  boolean queued; // for more credit, though it can go on

  Writer(long connection, Attempt attempt, long windowBytes) {
    this.connection = connection;
    this.attempt = attempt;
    this.windowBytes = windowBytes;
  }
}
