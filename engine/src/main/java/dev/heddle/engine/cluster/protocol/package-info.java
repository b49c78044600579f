/**
 * The control plane of a cluster: the messages between its processes, the channel that carries
 * them, and what each side does when one of them is lost.
 *
 * <p>A cluster is one {@link dev.heddle.engine.cluster.coordinator.SchedulerProcess}, any number of
 * {@link dev.heddle.engine.worker.WorkerProcess}es, and of {@link
 * dev.heddle.engine.cluster.coordinator.ShuffleProcess}es, usually one a host. The client plans.
 * The scheduler knows shapes and bytes, no plans. Workers read files and run operators.
 *
 * <p><b>Control plane.</b> Each process has one connection to the scheduler. Control messages go
 * over it in order and in batches, and sending never waits. A message that is not urgent (a
 * heartbeat, metrics, a release) waits up to 100 ms for one that is, and shares its frame. Only a
 * large message has a frame of its own.
 *
 * <ul>
 *   <li><b>Worker.</b> Sends JoinAsWorker and receives JoinedAsWorker: its number and incarnation,
 *       and those of its own small server of exchanges. It then receives each job (JobBegins), the
 *       bytes of templates and tables (Content, by their hash, once), jars with the user's own code
 *       (Archive, likewise), and the winners of an exchange before the first task that reads it,
 *       and again when they change. Its Orders follow. It reports what becomes of its tasks
 *       (TaskEvent) and what operators did (Metrics, which go on to the client). Of a profiled job
 *       it sends what it has sampled (Profile) once that has ended. A small output of a task that
 *       has one reader is sent inline (OutputCommitted): it travels with the winners, so that the
 *       reader need not fetch it.
 *   <li><b>Shuffle server.</b> Sends JoinAsServer and receives JoinedAsServer. Each second it
 *       receives the jobs that live (JobsLive), which renews their leases and ends all others,
 *       whose JobEnds it may have missed. It also receives Release, JobEnds and WorkerGone. Workers
 *       receive the same for their own servers. WorkerBack lists workers that have kept their
 *       names: an earlier process of the scheduler may have given them up.
 *   <li><b>Client.</b> Sends Content and Submit. It receives WantArchives if the scheduler lacks
 *       jars that the job names, sends each as an Archive, and submits the job again. It receives
 *       Accepted, with a journal Kept once the job is in it, and then Result (the winners of the
 *       result stage's exchange, and the rows themselves if they are small) or Failed. Of a result
 *       that is a sequence of parts it receives ResultParts before, with the winners of parts that
 *       follow on those it knows, reads each when it comes to it, and sends ResultPartLost for one
 *       of which it has had no row and cannot have any. It reads the result from where it is stored
 *       and sends ResultAcknowledged, or ResultLost with what it could not read. Cancel ends a job,
 *       and so does the end of its connection. It sends Resume when it has connected again. Of a
 *       job that it has profiled it receives a ProfilePart from each worker that had tasks of it,
 *       for at most 60 s after the end.
 * </ul>
 *
 * <p><b>Object stores.</b> A process that has sent requests to buckets reports them each second
 * (RequestsSent). Of a bucket that has refused some, all members and clients receive their shares
 * (RequestLeases), when they join and each second, as {@link
 * dev.heddle.engine.cluster.coordinator.BucketLeases} decides. A lease ends five seconds after it
 * has arrived unless another one follows; then the process governs itself.
 *
 * <p><b>Dashboard.</b> A scheduler that has one sends ShowsCluster to each connection first.
 * Clients then tell of their queries (QueryTold), which the scheduler passes on unread: texts and
 * plans with masked secrets, twice a second how far a query is, findings at the end, and all of a
 * query that runs once more to the scheduler's next process. Workers and shuffle servers say each
 * second what they take of their machines (ProcessSampled). StopQuery asks a client to stop a query
 * that somebody has cancelled there; the scheduler ends its jobs itself. Somebody may want queries
 * sampled: ShowsCluster comes again with the time, clients profile what begins within it, and tell
 * where the CPU time went after the query's end.
 *
 * <p><b>Liveness.</b> Every process sends something each second. A connection that ends, or is
 * silent for ten seconds (a worker's: for the time in the scheduler's options), ends the member:
 * its number with this incarnation is never accepted again. A worker that hears nothing from the
 * scheduler for ten seconds, or loses the connection, stops its tasks and joins as another worker.
 * What the old one wrote without reporting it never counts. A shuffle server joins anew too, with
 * another number.
 *
 * <p><b>Restart.</b> With a {@link dev.heddle.engine.cluster.coordinator.Journal} the scheduler's
 * process can be killed. The journal holds each open job as it was submitted, with its bytes, and
 * the decisions of the scheduler. Jobs do not wait for it: what it has lost, such as the last
 * winners, is computed again, and clients submit again what was not Kept. Only what cannot be taken
 * back waits until the journal is on the disk ({@link
 * dev.heddle.engine.cluster.coordinator.OutboundMessages}): releases of exchanges, and all that
 * follows from barriers (attempts are numbered anew, exchanges made anew). Of jobs that last less
 * than a moment nothing is written. The next process goes on from the journal. A process that loses
 * the connection tries for a minute to find it again. If another process answers, members keep the
 * names that the earlier one gave them, and all that they have stored. A worker is ordered to stop
 * the attempts that are unknown by now. A client names the jobs that it still wants, and submits
 * again what was not Kept; jobs of clients that do not come back end.
 */
@NullMarked
package dev.heddle.engine.cluster.protocol;

import org.jspecify.annotations.NullMarked;
