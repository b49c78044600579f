/**
 * The scheduler as a pure state machine: events in, commands out; no thread, clock, socket or disk.
 *
 * <p><b>Vocabulary.</b> {@link dev.heddle.engine.scheduler.Event} and {@link
 * dev.heddle.engine.scheduler.Command} are all that crosses the border. What workers report ({@link
 * dev.heddle.engine.scheduler.Event.FromWorker}) and what they are ordered ({@link
 * dev.heddle.engine.scheduler.Command.ToWorker}) is sent as it is. Every message may come twice,
 * late, out of order or not at all: ends of attempts are matched by attempt and incarnation, and
 * heartbeats list what a worker holds, so that what got lost is noticed. A member that counts as
 * lost never comes back: it joins anew with another incarnation.
 *
 * <p><b>Names.</b> A task is (job, stage, partition), an attempt adds a number that only grows. The
 * exchange that stage {@code s} of {@code n} writes is number {@code s}; made anew for the {@code
 * k}th time it is number {@code s + k n}, so nothing of an earlier one can be taken for it. Each
 * change of a map's winner raises the exchange's version.
 *
 * <p><b>States.</b> A task is pending, held (a worker has the attempt that counts, begun or not),
 * done (has a winner) or delayed (waits after an error): {@link
 * dev.heddle.engine.scheduler.TaskTable}. A stage is undivided, divided, created, released or left
 * out: {@link dev.heddle.engine.scheduler.StageState}, where a transition is a method of the state
 * that allows it. Its exchange is complete once each map has a winner. A stage is needed if a
 * consumer that has not finished reads it, from the result backwards; tasks of needed stages whose
 * inputs are complete may start. What is needed and was released is made anew, and so on through
 * its inputs: that is all of recovery by lineage. A job ends once: its result is taken, it fails,
 * or nobody wants it any more.
 *
 * <p><b>Owners.</b> Fields are private: only a class itself changes its state. {@link
 * dev.heddle.engine.scheduler.Job} has the stages and their order. {@link
 * dev.heddle.engine.scheduler.JobAttempts} starts attempts and takes their ends in, {@link
 * dev.heddle.engine.scheduler.JobLosses} handles lost maps, servers and changed rows, {@link
 * dev.heddle.engine.scheduler.JobLifecycle} decides what is needed, may run, is released, and how
 * the job ends. {@link dev.heddle.engine.scheduler.SchedulerContext} has the totals that all jobs
 * share, {@link dev.heddle.engine.scheduler.Members} the workers and servers, {@link
 * dev.heddle.engine.scheduler.Dispatcher} gives tasks to workers. All run on the thread that calls
 * {@link dev.heddle.engine.scheduler.Scheduler#handle}.
 *
 * <p><b>Persisted results.</b> The result of a job may stay for others: the job is open until its
 * client gives it up, like any that is complete, but lets go of its other exchanges and of their
 * bytes. Stages of other jobs that read it may start while it is complete. What is lost of it is
 * computed again at once, or when a reader reports it; jobs that read it fail when it is gone for
 * good.
 *
 * <p><b>Streamed results.</b> The client of such a job is notified of parts of the result, each
 * once it and all before it have winners, and again of those from the first that was lost and made
 * anew. It reports a part that it could not read by the attempt that wrote it, and may take the
 * result before it is complete. That it knows of parts is a decision which is safe before it learns
 * of them, and with it all that the parts depend on; from then on nothing that the result was made
 * of may change its rows: the job fails rather than that.
 *
 * <p><b>Winners.</b> The first attempt reported counts if its incarnation and its server live, it
 * wrote the current exchange, and nothing has voided it since it started. A winner that is lost
 * voids all attempts started before. If another attempt then writes other rows (its digest
 * differs), each stage that has read the old ones starts again, with all that follows; if the
 * result has been announced, the job fails.
 *
 * <p><b>Retries</b> go by the failure: stopped and recalled attempts, lost workers and lost inputs
 * do not count as attempts, but a task under which several workers died fails its job, and so does
 * a stage that loses inputs again and again without any of its tasks finishing. Errors of the user
 * and of the engine end a job at once. A task that ran out of memory has one more try with twice
 * the floor. All else is tried again, later each time.
 *
 * <p><b>Order.</b> The job of the highest priority comes first, among these the one that holds the
 * fewest tasks for its weight; in a job stages that read exchanges before sources, then the longest
 * way to the result. While exchanges hold more bytes than {@link
 * dev.heddle.engine.scheduler.SchedulerOptions#creditBytes} sources wait for tasks under way that
 * free some. A worker holds a few tasks more than it has slots; when another one has a free slot
 * and nothing else is to do, they are asked back.
 *
 * <p><b>Adaptive steps</b> are in {@link dev.heddle.engine.scheduler.adaptive}. Before a task of a
 * stage has started, and once all that it reads is complete, exact sizes decide how its tasks
 * divide it: adjacent small partitions go to one task, and a skewed one, where its rows may be in
 * any task, to several, each with a range of the maps that wrote it and all of the same partition
 * of the other inputs. Where some stages read the skewed partitions of an exchange and others the
 * rest, exact sizes decide which these are before any of them starts; what reads skewed ones is
 * left out if there are none. Once all inputs of a join but the largest are complete and small, the
 * stage that makes the largest one does the work of the joining stage too. It waits for that,
 * unless the others are estimated to be too large. Once an input without whose rows a stage has
 * nothing to write is complete and has none, the stage is left out: its exchange has no maps, and
 * what only it would have read is stopped. All steps happen once; inputs that are lost and made
 * anew are read in the same way. If one then has rows for want of which a stage was left out, the
 * job fails. Whatever the ranges, each task proves the totals of each map that it reads, and the
 * invariants below state that ranges cover everything once.
 *
 * <p><b>Stragglers.</b> A task that takes much longer than those of its stage that have finished,
 * for each byte too, gets a second attempt when somebody is idle and the stage has nothing else to
 * start: a twentieth of a stage's tasks at most, or two. The second attempt is the one that counts;
 * the slow one goes on, and whichever finishes first is the winner and stops the other. Workers
 * whose attempts lose are blamed as if they had failed.
 *
 * <p><b>Journal.</b> {@link dev.heddle.engine.scheduler.Decision} is what cannot be worked out
 * again: jobs, winners, skewed partitions, ranges of partitions, stages taken in, exchanges
 * released or made anew. Commands wait only for barriers, and releases of exchanges until they are
 * safe; what else is forgotten is computed again. A scheduler that recovers keeps winners whose
 * servers join again, numbers its attempts from a multiple of 512 on, and lets attempts of earlier
 * lives win only where all they have read is in the journal.
 *
 * <p><b>Rules</b> that hold after every event ({@link
 * dev.heddle.engine.scheduler.Scheduler#checkConsistent}): a stage may run only while all its
 * inputs are complete and not released; a held task has exactly one lease that counts, on a live
 * worker; slow attempts go on only while they may win, and second attempts are few; no worker holds
 * more than slots and surplus; floors, credits and held bytes are the sums of their parts; winners
 * are on live servers; the client of a streamed result knows exactly the parts before the first
 * that is missing; every job that is not over has a task that is held, could start or waits for a
 * time; no slot is free that a task fits into and may start; a job that is over holds nothing.
 */
@NullMarked
package dev.heddle.engine.scheduler;

import org.jspecify.annotations.NullMarked;
