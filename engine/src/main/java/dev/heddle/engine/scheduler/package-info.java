/**
 * The scheduler as a pure state machine: events in, commands out; no thread, clock, socket or disk.
 *
 * <p>A job's stages move through {@link dev.heddle.engine.scheduler.StageState}: waiting (some
 * input is not complete), running (tasks can start or have started), done. A job ends once:
 * completed, or failed with its first error. Rules that hold after every event ({@link
 * dev.heddle.engine.scheduler.Scheduler#checkConsistent}): a stage runs only when all stages it
 * reads from are done; at most {@code slots} tasks are out; an exchange is created before the first
 * task that writes it is started and released once the stage that reads it is done or the job has
 * ended; after a job's end no command names it but releases and stops.
 *
 * <p>Among tasks that could start, those of later stages come first: consumers free what producers
 * made.
 */
@NullMarked
package dev.heddle.engine.scheduler;

import org.jspecify.annotations.NullMarked;
