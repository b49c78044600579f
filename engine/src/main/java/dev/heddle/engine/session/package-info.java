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
 * <p><b>Rights.</b> A session that is made of another one may have fewer rights ({@link
 * dev.heddle.frame.spi.Engine#newSession(dev.heddle.frame.option.SessionAccess)}, {@code
 * SessionRights}). Sources are named, and targets opened, by the session's own working folder,
 * which is where paths are checked ({@link dev.heddle.io.storage}); what SQL means is kept by text
 * and rights. A view of SQL text is bound with the rights of the session that created it, at each
 * use, for anybody; a view of a frame was checked when the frame was made. Plans of rows that were
 * cached, persisted or planned before are found again after the text has been bound, never in place
 * of it. A read-only session changes no file, table, view or function; settings, transactions and
 * what it caches are its own affair. The plan of a query is trusted: workers read what stages name.
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
