/**
 * Worlds in one thread and virtual time around the real cores of scheduler and worker.
 *
 * <p>{@link dev.heddle.engine.sim.SchedulerLoad} measures what the scheduler's decisions cost with
 * thousands of workers and millions of tasks. The tests have a world where everything breaks:
 * messages are late, lost, doubled and out of order, processes die, freeze and come back, networks
 * are cut, disks are full; a seed gives the same run again, and its jobs have results that are
 * known by arithmetic.
 */
@NullMarked
package dev.heddle.engine.sim;

import org.jspecify.annotations.NullMarked;
