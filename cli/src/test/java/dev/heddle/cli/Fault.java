package dev.heddle.cli;

/** What can be broken in a cluster of processes. */
enum Fault {
  KILL_WORKER,
  KILL_ALL_WORKERS,
  KILL_SERVER,
  KILL_SCHEDULER,
  /** A worker is stopped, and goes on when it has been given up, or earlier. */
  STOP_WORKER,
  /** A shuffle server is stopped for a while. */
  STOP_SERVER,
  /** A worker has a tenth of a processor. */
  SLOW_WORKER,
  /** A worker joins in mid-query. */
  JOIN_WORKER,
  /** A worker is asked to end. */
  DRAIN_WORKER,
  /** A shuffle server's or the scheduler's connections are cut. */
  CUT_CONNECTIONS,
  /** Nothing gets through to the scheduler or a shuffle server for a while, nor back. */
  HOLD_CONNECTIONS,
  /** Bits flip between processes. */
  FLIP_ON_THE_WIRE,
  /** Bits flip in a shuffle server's files, or their ends are lost. */
  SPOIL_FILES,
  /** Bits flip in what shuffle servers have put elsewhere, or its ends are lost. */
  SPOIL_TIER,
  /** The disk of a shuffle server is full. */
  FILL_DISK,
  /** The disk of a shuffle server refuses writes. */
  REFUSE_WRITES,
  /** A process is cut off from all others. */
  ISOLATE,
  /** Two processes are cut off from each other. */
  SEPARATE,
  /** What one process sends to another one vanishes. */
  SILENCE;

  /** Returns whether it needs proxies between the processes. */
  boolean needsProxies() {
    return switch (this) {
      case JOIN_WORKER, CUT_CONNECTIONS, HOLD_CONNECTIONS, FLIP_ON_THE_WIRE -> true;
      default -> false;
    };
  }

  /** Returns whether it needs file systems of the processes' own. */
  boolean needsDisks() {
    return this == FILL_DISK || this == REFUSE_WRITES;
  }

  /** Returns whether it is felt only by queries that move many bytes. */
  boolean needsBytes() {
    return needsDisks() || this == SPOIL_FILES || this == SPOIL_TIER;
  }

  /** Returns whether both can be there at a time. */
  boolean goesWith(Fault other) {
    return this != other && !(needsDisks() && other.needsDisks());
  }

  /** Returns whether it needs network namespaces. */
  boolean needsNamespaces() {
    return this == ISOLATE || this == SEPARATE || this == SILENCE;
  }
}
