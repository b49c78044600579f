package dev.heddle.server.model;

import dev.heddle.engine.cluster.coordinator.JobOwner;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a dashboard asks of a cluster's scheduler. Thread-safe. */
public interface ClusterControl {
  /** Returns how the cluster is; empty if the scheduler does not answer in time. */
  Optional<ClusterStatus> status();

  /**
   * Ends a job, if it is not over.
   *
   * @param reason says by whom, for its error
   */
  void cancel(JobId job, String reason);

  /**
   * Ends jobs of a query, and asks its client to stop it, if that is connected.
   *
   * @param query its number in the client's process
   * @param reason says by whom, for its error
   */
  void stop(JobOwner client, long query, List<JobId> jobs, String reason);

  /** Lets clients sample the queries that begin within a time; zero ends it. */
  void sample(Duration time);

  /** Returns for how long queries that begin are going to be sampled. */
  Duration sampled();
}
