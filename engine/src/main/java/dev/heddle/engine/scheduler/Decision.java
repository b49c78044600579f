package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.List;

/**
 * What a scheduler has decided and cannot work out again: what a journal keeps, in order. Any
 * beginning of a journal can be recovered from, if it holds the barriers whose commands were
 * carried out, and the releases of exchanges that were sent to servers.
 */
public sealed interface Decision {
  /** Returns whether it must be safe before the commands that came with it are carried out. */
  default boolean isBarrier() {
    return false;
  }

  /** The scheduler has started again for the nth time. */
  record Recovered(int times) implements Decision {
    @Override
    public boolean isBarrier() {
      return true; // attempts are never numbered alike
    }
  }

  /** A job will be run. If it is forgotten, its client submits it again under another name. */
  record JobAccepted(JobId job, JobShape shape) implements Decision {}

  /**
   * Tasks of a stage read these partitions, or parts of them; empty if they read one each. If it is
   * forgotten, attempts that went by it do not count, and the stage writes another exchange.
   */
  record Ranged(JobId job, int stage, List<TaskRange> ranges) implements Decision {
    /** Copies the list. */
    public Ranged {
      ranges = List.copyOf(ranges);
    }
  }

  /**
   * Which partitions of what a stage has written are skewed. If it is forgotten, so is how stages
   * that go by it are divided.
   */
  record Skewed(JobId job, int stage, List<Integer> partitions) implements Decision {
    /** Copies the list. */
    public Skewed {
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * The tasks of a stage do the work of one that it reads too. If it is forgotten, attempts that
   * went by it do not count, and the stage writes another exchange.
   */
  record TookIn(JobId job, int stage, int input) implements Decision {}

  /**
   * A stage has nothing to write since one that it reads has no rows, and so has no tasks. If it is
   * forgotten, attempts that went by it do not count, and the stage writes another exchange.
   */
  record LeftOut(JobId job, int stage, int input) implements Decision {}

  /** An attempt's output is what its map has written. If it is forgotten, the map runs again. */
  record Won(JobId job, int stage, SealedMap output) implements Decision {}

  /** The current exchange of a stage is needed no longer. Servers learn of it when it is safe. */
  record Released(JobId job, int stage) implements Decision {}

  /** A stage writes a new exchange. */
  record MadeAnew(JobId job, int stage, boolean keepsDigests) implements Decision {
    @Override
    public boolean isBarrier() {
      return true;
    }
  }

  /**
   * The client has been notified that the result is complete, and may have read rows. If it is
   * forgotten, the client may be sent another result, which it takes only if it has read nothing of
   * this one.
   */
  record Announced(JobId job) implements Decision {}

  /**
   * The client has been sent parts of the result, and may have read them: from now on the others
   * have to be those of the same rows. Is safe before it is sent any.
   */
  record PartsAnnounced(JobId job) implements Decision {}

  /** A job is over. If it is forgotten, nobody waits for the job, which ends it again. */
  record JobEnded(JobId job) implements Decision {}
}
