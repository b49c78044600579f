/**
 * The scheduler's process and the process of a shuffle server: they carry out what {@link
 * dev.heddle.engine.scheduler} decides.
 *
 * <p>{@link dev.heddle.engine.cluster.coordinator.Coordinator} owns the state machine and runs it
 * on one thread. It turns control messages into events and commands into messages; nothing else
 * calls the scheduler. {@link dev.heddle.engine.cluster.coordinator.Journal} writes decisions and
 * jobs to disk on a thread of its own. {@link
 * dev.heddle.engine.cluster.coordinator.OutboundMessages} holds back what may not be sent before
 * the journal is safe. {@link dev.heddle.engine.cluster.coordinator.EventLog} keeps a bounded
 * history for people.
 *
 * <p>{@link dev.heddle.engine.cluster.coordinator.BucketLeases} shares out what buckets of object
 * stores grant: it takes what members report each second and decides once a second about limits and
 * leases. It is no part of the state machine and not in the journal: the leases of a lost scheduler
 * expire, and the next one adopts what members report that they hold to, three seconds after it has
 * heard of the bucket.
 *
 * <p>{@link dev.heddle.engine.cluster.coordinator.ClusterFeed} takes what happens, for a dashboard
 * in the scheduler's process: the deciding thread only puts it down, within bounds, and nothing at
 * all where there is no dashboard.
 *
 * <p>A lost journal or a full disk ends the process with a typed error; jobs then fail at their
 * clients. A member that sends what the protocol does not allow is disconnected.
 */
@NullMarked
package dev.heddle.engine.cluster.coordinator;

import org.jspecify.annotations.NullMarked;
