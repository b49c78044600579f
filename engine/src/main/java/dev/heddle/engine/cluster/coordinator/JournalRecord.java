package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Decision;
import java.util.List;
import java.util.Optional;

/** What a {@link Journal} keeps. */
sealed interface JournalRecord {
  /** Returns whether everything that follows waits until it is safe. */
  default boolean isBarrier() {
    return false;
  }

  /** Returns whether something waits until it is safe, if not everything: true of barriers. */
  default boolean isAwaited() {
    return true;
  }

  /** Returns the job that it is about, if it is about one. */
  Optional<JobId> about();

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
      implements JournalRecord {
    @Override
    public Optional<JobId> about() {
      return Optional.of(job);
    }
  }

  /** The scheduler's core has decided something. */
  record Decided(Decision decision) implements JournalRecord {
    @Override
    public boolean isBarrier() {
      return decision.isBarrier();
    }

    @Override
    public boolean isAwaited() {
      return isBarrier()
          || decision instanceof Decision.JobAccepted
          || decision instanceof Decision.PartsAnnounced
          || decision instanceof Decision.Released;
    }

    @Override
    public Optional<JobId> about() {
      return switch (decision) {
        case Decision.Recovered _ -> Optional.empty();
        case Decision.JobAccepted d -> Optional.of(d.job());
        case Decision.Ranged d -> Optional.of(d.job());
        case Decision.TookIn d -> Optional.of(d.job());
        case Decision.Skewed d -> Optional.of(d.job());
        case Decision.LeftOut d -> Optional.of(d.job());
        case Decision.Won d -> Optional.of(d.job());
        case Decision.Released d -> Optional.of(d.job());
        case Decision.MadeAnew d -> Optional.of(d.job());
        case Decision.Announced d -> Optional.of(d.job());
        case Decision.PartsAnnounced d -> Optional.of(d.job());
        case Decision.JobEnded d -> Optional.of(d.job());
      };
    }
  }
}
