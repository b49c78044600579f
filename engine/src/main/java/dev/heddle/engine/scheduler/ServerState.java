package dev.heddle.engine.scheduler;

import dev.heddle.shuffle.protocol.ShuffleAddress;
import org.jspecify.annotations.Nullable;

/** A live shuffle server of a {@link Scheduler}. */
final class ServerState {
  private final ShuffleAddress address;
  private final FailureScore failures = new FailureScore();
  private @Nullable WorkerState worker;
  private boolean isAwaited;
  private int winners;

  /**
   * Makes a server.
   *
   * @param worker the worker whose part it is; null if it is a process of its own, or not known
   */
  ServerState(ShuffleAddress address, @Nullable WorkerState worker) {
    this.address = address;
    this.worker = worker;
  }

  ShuffleAddress address() {
    return address;
  }

  /** Returns its number, which no other live server has. */
  int number() {
    return address.server();
  }

  FailureScore failures() {
    return failures;
  }

  @Nullable WorkerState worker() {
    return worker;
  }

  /** Returns whether it is known from a journal only, and has not joined since. */
  boolean isAwaited() {
    return isAwaited;
  }

  void await() {
    isAwaited = true;
  }

  /** It has joined, as part of a worker or by itself. */
  void join(@Nullable WorkerState of) {
    worker = of;
    isAwaited = false;
  }

  /** Returns how many winners of exchanges that are not released it stores. */
  int winners() {
    return winners;
  }

  void addWinners(int delta) {
    winners += delta;
  }
}
