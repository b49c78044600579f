/**
 * Sessions: resolves sources and SQL, runs plans and returns results.
 *
 * <p><b>Sharing.</b> What a session has beside its settings and its transaction is its {@link
 * SharedState}: catalogue, functions, tables in memory, cached rows, and what runs stages. Sessions
 * that are made of another one ({@link dev.heddle.frame.spi.Engine#newSession}) have the same, each
 * with settings and a {@link QueryExecutor} of its own; it belongs to the first one, whose end is
 * that of all. Tables are changed one at a time ({@link TableChanges}), so that what several
 * sessions insert at once is all there.
 *
 * <p><b>Watching.</b> Each query is a {@link RunningQuery} from its beginning to its end. Its
 * progress is worked out when somebody asks ({@link StageWork}), from the metrics of its plan's
 * nodes, which threads add to a few times a second, and from what its runner states ({@link
 * dev.heddle.engine.graph.JobProgress}): how far the stages are, and, of a cluster, what tasks that
 * run there have done so far. Workers send that whenever tasks run; the scheduler's process keeps
 * the last of each worker and hands the sums to a client that asks. {@link ProgressReports} asks
 * five times a second while there are both queries and listeners.
 */
@NullMarked
package dev.heddle.engine.session;

import org.jspecify.annotations.NullMarked;
