/**
 * How the code of the user's own functions gets to workers.
 *
 * <p>A client packs what holds a function's class, the jar or a folder of classes, and the jars
 * that the function names besides ({@link dev.heddle.engine.code.ClientCode}): archives, which are
 * named by their content. The scheduler asks for those that it does not hold, and sends each to a
 * worker ahead of the first task that needs it. The worker keeps them as files of its private
 * folder ({@link dev.heddle.engine.code.WorkerCode}) until the scheduler allows it to forget them,
 * and loads classes from there for one job ({@link dev.heddle.engine.code.JobCode}): those of a job
 * that other jobs have in other versions do not meet.
 */
@NullMarked
package dev.heddle.engine.code;

import org.jspecify.annotations.NullMarked;
