package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.io.catalog.PinnedTable;

/**
 * The result of a job that stays open until this is closed.
 *
 * @param job learns of its end
 */
record ClusterPersistedRows(PinnedTable table, ClientJob job, ClusterClient client)
    implements PersistedRows {
  @Override
  public boolean areGone() {
    return job.hasFailed();
  }

  @Override
  public void close() {
    client.send(new ControlMessage.ResultAcknowledged(new JobId(table.job())));
    client.forget(job);
  }
}
