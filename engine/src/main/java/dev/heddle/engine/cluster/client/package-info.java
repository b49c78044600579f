/**
 * A session's side of a cluster: submits jobs, follows them, reads their results.
 *
 * <p>{@link dev.heddle.engine.cluster.client.ClusterStageRunner} is the {@link
 * dev.heddle.engine.graph.StageRunner} that a session uses: it sends the stages of a query and runs
 * the result stage's last part in the caller's process. {@link
 * dev.heddle.engine.cluster.client.ClusterClient} owns the connection, which all queries of a
 * session share, and connects again when it is lost. {@link
 * dev.heddle.engine.cluster.client.LocalCluster} starts the processes of a cluster on this host and
 * stops them again.
 *
 * <p>Safe for many threads: each query waits on its own job. A lost scheduler fails the queries
 * that it does not resume within a minute.
 */
@NullMarked
package dev.heddle.engine.cluster.client;

import org.jspecify.annotations.NullMarked;
