/**
 * Where rows come from: what the driver needs of a database, in the process or far away.
 *
 * <p>A {@link RowFeed} is one connection's way to its tables. It makes a {@link FeedCall} for each
 * execution of a statement, which gives its outcomes in order: counts, and {@link RowCursor}s whose
 * batches are made while they are read. Of a text that is prepared a {@link FeedStatement} makes
 * the calls. All errors are {@link dev.heddle.frame.error.HeddleException}s.
 */
@NullMarked
package dev.heddle.jdbc.feed;

import org.jspecify.annotations.NullMarked;
