/**
 * What statements that change tables compute, as SQL over the rows of the table and of the
 * statement.
 *
 * <p>A {@link TableChange} is a list of queries that are run in order, whose rows are held in
 * memory under a name that the ones behind may read. The last has all rows that the table may have
 * afterwards, and those that go, in the table's columns; {@code $action} is {@code INSERT}, {@code
 * UPDATE} or {@code DELETE}, or null for a row that stays as it is. Who runs it puts the rows in
 * the place of the old ones in one step, so that a statement that fails on the way has changed
 * nothing.
 *
 * <p>Where rows are joined with others, those of the table are numbered first ({@code $row}), since
 * equal rows are rows of their own: {@link JoinedChanges} for UPDATE with FROM and DELETE with
 * USING, {@link MergeChanges} for MERGE, {@link ConflictChanges} for INSERT with ON CONFLICT.
 * {@link ConstraintQueries} finds rows that break a key or a condition of the table. {@link
 * AlterationReader} finds out what a table is after an ALTER.
 */
@NullMarked
package dev.heddle.engine.change;

import org.jspecify.annotations.NullMarked;
