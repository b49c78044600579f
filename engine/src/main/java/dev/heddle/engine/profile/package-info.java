/**
 * Profiles by sampling: where the CPU time of queries and processes goes.
 *
 * <p>{@link dev.heddle.engine.profile.CpuSampler} has one stream of the JDK's Flight Recorder for
 * all profiled queries of the process, from when the first begins to when the last has ended: a
 * sample for each 20 ms of CPU time of a thread ({@code jdk.CPUTimeSample}), or, where a system has
 * none, {@code jdk.ExecutionSample} each 20 ms. Nothing is recorded while no query is profiled.
 *
 * <p><b>Whose a sample is.</b> Threads publish where they are in a {@link
 * dev.heddle.physical.profile.PlaceRing}; a sample is matched with its thread's ring by its time,
 * which {@link dev.heddle.engine.profile.FlightClock} turns into the ring's. A place is a node or
 * an activity of one query ({@link dev.heddle.engine.profile.PlaceTable}). What the ring no longer
 * has is counted as unattributed; what the recorder could not sample, as lost.
 *
 * <p><b>Ends.</b> The recorder hands samples over once a second. Who ends a profile ({@link
 * dev.heddle.engine.profile.QuerySampling#end}) waits for those of its time: if it is the last, the
 * stream is stopped, which hands over all; else for two deliveries, for at most 2.5 s.
 *
 * <p><b>Bounds.</b> A query has at most 200,000 different frames below others; what comes then ends
 * where it leaves them. {@link dev.heddle.engine.profile.ProcessProfiler} profiles a whole process,
 * one at a time, for at most a minute.
 */
@NullMarked
package dev.heddle.engine.profile;

import org.jspecify.annotations.NullMarked;
