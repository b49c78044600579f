package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.KeptRows;
import dev.heddle.io.catalog.PinnedTable;

/**
 * The result of a job that stays open until this is closed.
 *
 * @param job learns of its end
 */
record ClusterKeptRows(PinnedTable table, ClientJob job, ClusterClient client) implements KeptRows {
  @Override
  public boolean areGone() {
    return job.hasFailed();
  }

  @Override
  public void close() {
    client.send(new ControlMessage.Taken(new JobId(table.job())));
    client.forget(job);
  }
}
