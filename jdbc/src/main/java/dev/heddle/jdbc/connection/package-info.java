/**
 * Connections and statements over a {@link dev.heddle.jdbc.feed.RowFeed}.
 *
 * <p><b>Transactions.</b> Each statement commits by itself until autocommit is switched off: then
 * the first statement begins a transaction of the feed's session, by {@code BEGIN}, which {@code
 * commit}, {@code rollback} and {@code setAutoCommit} end. What ends it by its text is noticed.
 *
 * <p><b>Cancelling.</b> {@code cancel}, from any thread, ends what the statement runs and the
 * reading of its rows (57014), and nothing else; where nothing runs it does nothing. The time limit
 * counts from the start of a statement to its last row (HYT00).
 *
 * <p><b>The network timeout</b> bounds each wait for a server: for a statement's beginning and for
 * each of its batches. A call that is not answered fails with 08006, and the connection is closed
 * by the executor that came with the timeout. A database in the process has no network.
 *
 * <p><b>Closing</b> a connection closes its statements, closing a statement its result; calling it
 * again does nothing. All other methods of what is closed fail: of connections and statements with
 * 08003, but {@code isClosed}, {@code isValid} (false), {@code abort} and those of {@code Wrapper}.
 *
 * <p><b>Threads.</b> Connections are thread-safe, statements are used by one thread at a time but
 * for {@code cancel} and {@code close}.
 */
@NullMarked
package dev.heddle.jdbc.connection;

import org.jspecify.annotations.NullMarked;
