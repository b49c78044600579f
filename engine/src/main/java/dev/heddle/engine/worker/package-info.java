/**
 * Turns a stage template and a partition into running pipelines. {@link
 * dev.heddle.engine.worker.WorkerCore} decides which of the tasks that a worker holds run.
 */
@NullMarked
package dev.heddle.engine.worker;

import org.jspecify.annotations.NullMarked;
