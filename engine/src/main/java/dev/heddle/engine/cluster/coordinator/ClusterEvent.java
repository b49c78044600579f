package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.QueryRef;
import dev.heddle.engine.graph.WorkerId;
import java.time.Instant;
import java.util.Optional;

/** What happens in a cluster, for its dashboard. */
public sealed interface ClusterEvent {
  /** Returns about how many bytes it takes. */
  default int bytes() {
    return 128;
  }

  /**
   * A client tells something of a query.
   *
   * @param query its number in the client's process
   * @param news the bytes of {@link dev.heddle.engine.cluster.protocol.QueryNews}
   */
  record News(JobOwner client, long query, byte[] news) implements ClusterEvent {
    @Override
    public int bytes() {
      return 128 + news.length;
    }
  }

  /**
   * A job is known.
   *
   * @param query the query that it belongs to, if its client tells of that
   */
  record JobBegan(JobId job, JobOwner client, JobText text, Optional<QueryRef> query, Instant at)
      implements ClusterEvent {
    @Override
    public int bytes() {
      return 10_000; // the texts are cut
    }
  }

  /** Something has happened in a job. */
  record JobHappened(JobId job, JobEvent event) implements ClusterEvent {}

  /**
   * A job is over.
   *
   * @param failure why it has no result, if it has none
   */
  record JobEnded(JobId job, Optional<String> failure, Instant at) implements ClusterEvent {}

  /**
   * A worker is lost.
   *
   * @param name how it introduced itself
   */
  record WorkerLost(WorkerId worker, String name, String reason, Instant at)
      implements ClusterEvent {}

  /**
   * A process says what it takes of its machine.
   *
   * @param name such as {@code worker 3}, as in timelines
   * @param server the number of its server of exchanges
   * @param process how it introduced itself
   */
  record Sampled(
      String name, int server, String process, Instant at, ControlMessage.ProcessSampled sample)
      implements ClusterEvent {
    @Override
    public int bytes() {
      return 512 + 32 * sample.fetched().size();
    }
  }
}
