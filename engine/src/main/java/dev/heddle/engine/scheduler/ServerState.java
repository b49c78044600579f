package dev.heddle.engine.scheduler;

import dev.heddle.shuffle.protocol.ShuffleAddress;
import org.jspecify.annotations.Nullable;

/** A live shuffle server of a {@link Scheduler}. */
final class ServerState {
  final ShuffleAddress address;

  /** The worker whose part it is. */
  final @Nullable WorkerState worker;

  final FailureScore failures = new FailureScore();

  /** How many winners of exchanges that are not released lie on it. */
  int winners;

  ServerState(ShuffleAddress address, @Nullable WorkerState worker) {
    this.address = address;
    this.worker = worker;
  }
}
