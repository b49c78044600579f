package dev.heddle.engine.scheduler;

import dev.heddle.shuffle.protocol.ShuffleAddress;
import org.jspecify.annotations.Nullable;

/** A live shuffle server of a {@link Scheduler}. */
final class ServerState {
  final ShuffleAddress address;

  /** The worker whose part it is. */
  @Nullable WorkerState worker;

  /** Whether it is known from a journal only, and has not joined since. */
  boolean isAwaited;

  final FailureScore failures = new FailureScore();

  /** How many winners of exchanges that are not released lie on it. */
  int winners;

  ServerState(ShuffleAddress address, @Nullable WorkerState worker) {
    this.address = address;
    this.worker = worker;
  }
}
