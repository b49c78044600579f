package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Decision;
import java.util.List;

/** What a {@link Journal} keeps. */
sealed interface JournalRecord {
  /** Returns whether it must be safe before what follows from it is announced. */
  default boolean isBarrier() {
    return true;
  }

  /**
   * A job has been taken in.
   *
   * @param client whose it is
   * @param content the bytes that its stages name
   */
  record Opened(
      JobId job,
      JobOwner client,
      ControlMessage.Submit submit,
      List<ControlMessage.Content> content)
      implements JournalRecord {}

  /** The scheduler's core has decided something. */
  record Decided(Decision decision) implements JournalRecord {
    @Override
    public boolean isBarrier() {
      return decision.isBarrier();
    }
  }
}
