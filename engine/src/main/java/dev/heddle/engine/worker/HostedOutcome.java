package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.List;

/** How an attempt ended that another engine hosts. */
public sealed interface HostedOutcome {
  /**
   * It has done its work.
   *
   * @param output what it has written
   * @param measured what operators did, of this attempt and perhaps of others that have ended
   */
  record Finished(SealedMap output, List<ControlMessage.Metrics> measured)
      implements HostedOutcome {
    /** Copies the list. */
    public Finished {
      measured = List.copyOf(measured);
    }
  }

  /** It has not. */
  record Ended(TaskFailure failure) implements HostedOutcome {}
}
