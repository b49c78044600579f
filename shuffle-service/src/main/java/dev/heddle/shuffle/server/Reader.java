package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.util.List;

/** A client that reads some partitions of some maps. */
final class Reader {
  final long connection;
  final ShuffleMessage.Read read;
  final List<Attempt> attempts; // those found, in the order asked for
  int next; // attempt
  int block = -1; // of it that is next, or -1 at its start
  long creditBytes;
  long unreadBytes; // sent and not reported as taken
  boolean waiting; // for memory to load into

  Reader(long connection, ShuffleMessage.Read read, List<Attempt> attempts) {
    this.connection = connection;
    this.read = read;
    this.attempts = attempts;
    this.creditBytes = read.windowBytes();
  }
}
