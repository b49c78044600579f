/**
 * Runs tasks: turns a stage template and a partition into running pipelines, in a worker's process
 * or in the caller's.
 *
 * <p>{@link dev.heddle.engine.worker.TaskRunner} runs one task, with sources and sinks for the
 * exchanges that it reads and writes. {@link dev.heddle.engine.worker.LocalStageRunner} carries the
 * scheduler's commands out in this process, without a socket. In a cluster {@link
 * dev.heddle.engine.worker.WorkerProcess} joins the scheduler again and again; each {@link
 * dev.heddle.engine.worker.WorkerIncarnation} is one incarnation, from joining to the loss of the
 * connection. {@link dev.heddle.engine.worker.WorkerCore} decides which of the tasks that a worker
 * holds run.
 *
 * <p>{@link dev.heddle.engine.worker.TaskWarmup} runs small tasks in a process that is going to run
 * others, so that these find classes loaded and loops compiled; there is no planning in it.
 *
 * <p><b>Memory.</b> Each attempt has an account of the worker's ledger, admitted with the bytes
 * that the plan needs in any case, and spill files of its own.
 *
 * <p><b>Threads.</b> One thread handles messages; each slot has threads of its own. A stopped
 * attempt ends at its next batch, and an attempt of user code that does not end is left behind and
 * reported.
 */
@NullMarked
package dev.heddle.engine.worker;

import org.jspecify.annotations.NullMarked;
