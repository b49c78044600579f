/**
 * The processes of a cluster, and the runner that does without.
 *
 * <p>{@link dev.heddle.engine.cluster.LocalStageRunner} carries the scheduler's commands out in
 * this process. {@link dev.heddle.engine.cluster.ClusterStageRunner} sends the stages to a cluster:
 * one {@link dev.heddle.engine.cluster.SchedulerProcess}, any number of {@link
 * dev.heddle.engine.cluster.WorkerProcess}es, and of {@link
 * dev.heddle.engine.cluster.ShuffleProcess}es, usually one a host. The client plans; the scheduler
 * knows shapes and bytes, no plans; workers read files and run operators.
 *
 * <p><b>Control plane.</b> Each process has one connection to the scheduler, over which control
 * messages go in order and in batches. Sending never waits. What is not urgent (signs of life,
 * measurements, what can go) waits up to 100 ms for something that is, and goes in its frame; only
 * what is long has a frame of its own.
 *
 * <ul>
 *   <li><b>Worker.</b> Says JoinAsWorker and is told JoinedAsWorker: its number and incarnation,
 *       and those of its own small server of exchanges. Is told of each job (JobBegins), of the
 *       bytes of templates and tables (Content, by their hash, once), of jars with the user's own
 *       code (Archive, likewise), and of the winners of an exchange before the first task that
 *       reads it, and again when they change. Then come its Orders; it tells what becomes of them
 *       (Told), and what operators did (Measured), which goes on to the client. What little a task
 *       has written for one reader it tells, too (Wrote): that goes along with the winners, so that
 *       who reads it need not ask for it where it lies.
 *   <li><b>Shuffle server.</b> Says JoinAsServer and is told JoinedAsServer. Is told each second
 *       which jobs live (JobsLive), which renews their leases and ends all others, whose JobEnds it
 *       may have missed, and what can go: Release, JobEnds, WorkerGone. So are workers, for their
 *       own servers. Is told WorkerBack of workers that have kept their names: an earlier process
 *       of the scheduler may have given them up.
 *   <li><b>Client.</b> Sends Content and Submit; is told WantArchives if the scheduler lacks jars
 *       that the job names, then sends each as an Archive, and the job again; is told Accepted,
 *       with a journal Kept once the job is in it, and then Result (the winners of what the result
 *       stage wrote, and that itself if it is little), or Failed. Reads the result from where it
 *       lies and says Taken, or NotTaken with what it could not read. Cancel ends a job, and so
 *       does the end of its connection. Says Resume when it has connected again.
 * </ul>
 *
 * <p><b>Liveness.</b> Everybody says something each second. A connection that ends, or is silent
 * for ten seconds (a worker's: for as long as the scheduler's options say), ends the member: its
 * number with this incarnation is never heard again. A worker that does not hear the scheduler for
 * ten seconds, or loses the connection, stops its tasks and joins anew as another worker; what the
 * old one wrote and nobody knows of never counts. A shuffle server joins anew too, with another
 * number.
 *
 * <p><b>Restart.</b> With a {@link dev.heddle.engine.cluster.Journal} the scheduler's process can
 * be killed. The journal holds each open job as it was submitted, with its bytes, and what the core
 * has decided. Jobs do not wait for it: what it has lost, such as the last winners, is computed
 * again, and clients submit again what was not Kept. Only what cannot be taken back waits until the
 * journal is on the disk ({@link dev.heddle.engine.cluster.Outbox}): that exchanges are released,
 * and all that follows from barriers (attempts are numbered anew, exchanges made anew). Of jobs
 * that last less than a moment nothing is written. The next process goes on from the journal.
 * Whoever loses the connection tries for a minute to find it: members keep the names that the
 * earlier process gave them, if it was another one than that which now answers, and with them all
 * that they have stored; a worker is told to stop the attempts that nobody knows of any more. A
 * client names the jobs that it still wants, and submits again what was not Kept; jobs of clients
 * that do not come back end.
 *
 * <p><b>Memory.</b> Each attempt has an account of the worker's ledger, promised what the plan
 * needs in any case, and spill files of its own.
 */
@NullMarked
package dev.heddle.engine.cluster;

import org.jspecify.annotations.NullMarked;
