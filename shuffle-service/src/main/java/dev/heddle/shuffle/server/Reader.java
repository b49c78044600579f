package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.util.List;

/** A client that reads some partitions of some maps: a cursor over attempts and their blocks. */
final class Reader {
  final long connection;
  final ShuffleMessage.Read read;
  private final List<Attempt> attempts; // those found, in the order asked for
  private int next; // attempt
  private int block = -1; // of it that is next, or -1 at its start
  private long creditBytes;
  private long unreadBytes; // sent and not reported as taken
  private boolean isWaiting; // for memory to load into

  Reader(long connection, ShuffleMessage.Read read, List<Attempt> attempts) {
    this.connection = connection;
    this.read = read;
    this.attempts = attempts;
    this.creditBytes = read.windowBytes();
  }

  /** Goes to the next attempt that has a block to send; returns whether there is one. */
  boolean findBlock() {
    while (next < attempts.size()) {
      BlockTable blocks = attempt().blocks;
      if (block < 0) {
        block = blocks.first(read.firstPartition());
      }
      if (block < blocks.first(read.endPartition())) {
        return true;
      }
      next++;
      block = -1;
    }
    return false;
  }

  /** Returns the attempt at hand. */
  Attempt attempt() {
    return attempts.get(next);
  }

  /** Returns the number of the block at hand. */
  int block() {
    return block;
  }

  /** Goes on behind the block at hand, which has been sent and takes this much of the window. */
  void sent(long room) {
    creditBytes -= room;
    unreadBytes += room;
    block++;
  }

  /** Widens the window by bytes that the client has taken. */
  void taken(long bytes) {
    creditBytes += bytes;
    unreadBytes = Math.max(0, unreadBytes - bytes);
  }

  /** Returns whether the window has room; a block larger than the window goes alone. */
  boolean hasRoom(long room) {
    return room <= creditBytes || unreadBytes == 0;
  }

  /** Starts to wait for memory; returns whether it did not before. */
  boolean startWaiting() {
    boolean isNew = !isWaiting;
    isWaiting = true;
    return isNew;
  }

  void endWaiting() {
    isWaiting = false;
  }
}
