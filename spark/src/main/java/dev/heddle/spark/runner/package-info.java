/**
 * Runs stage graphs on Spark.
 *
 * <p><b>Driver.</b> {@link dev.heddle.spark.runner.SparkStageRunner} has one {@link
 * dev.heddle.spark.runner.SparkJob} for each job: Heddle's scheduler decides stage by stage,
 * adaptive steps included, with one worker that stands for all executors and takes any number of
 * tasks; all tasks of a stage are one map stage of Spark's. Attempts, retries, speculation and
 * lineage are Spark's. The last stage is a map stage too, whose shuffle the driver reads in order,
 * a few blocks at a time, so that no size of a result counts against the driver's limits.
 *
 * <p>A stage that the scheduler leaves out, since it would have had no rows, has no shuffle: who
 * reads it reads nothing. What others are going to read is written in any case.
 *
 * <p><b>Executor.</b> {@link dev.heddle.spark.runner.ExecutorTask} hands an attempt to Heddle's
 * worker and gives Spark's thread an iterator over the blocks that the task's threads write. One
 * ledger of memory serves all tasks of the process.
 *
 * <p><b>Warm starts.</b> A fresh executor would load and compile Heddle while its first task waits.
 * {@link dev.heddle.spark.runner.WarmStarts} has each executor do so from the moment it is there
 * and a session is open: a task without work, which holds a core for as long as it takes to start a
 * thread, on which {@link dev.heddle.spark.runner.ExecutorWarmup} runs small tasks. Executors that
 * are added later are sent one when Spark tells of them. Spark tells of them before they take
 * tasks, and runs a task elsewhere that finds no room: each says where it ran, and who was missed
 * is sent another one. No query waits for it, and a failure is only logged.
 *
 * <p><b>Settings of executors</b> travel with each task, see {@link
 * dev.heddle.spark.runner.ExecutorSettings}: how S3 is reached is what the driver's session says.
 *
 * <p><b>Executors come and go.</b> {@link dev.heddle.spark.runner.SparkSlots} counts those that a
 * query will have, though none may be there yet. What a job has written is freed by Spark's own
 * cleaner, so that dynamic allocation learns which executors have nothing left.
 *
 * <p><b>Rows.</b> Each map ends each partition with a trailer; readers prove by it what they have
 * read. Spark gets the same sums: a map that runs again and makes other rows is noticed, and what
 * has read it runs again. A failure to fetch reaches Spark as its own exception, on the thread that
 * Spark knows.
 */
@NullMarked
package dev.heddle.spark.runner;

import org.jspecify.annotations.NullMarked;
