/**
 * Writes rows to files where they are: the tasks of a write.
 *
 * <p>A plan's {@link dev.heddle.physical.plan.PhysicalPlan.Write} takes the rows of a task, divides
 * them by the folders that their values name, writes one file after the other for each, and
 * delivers one row for each file. What a task has written counts only if its attempt wins, which
 * the exchange of those rows decides, and only when the write is committed: until then files wait
 * in the write's {@link dev.heddle.io.storage.Staging}, under names of their attempt, and the
 * commit drops what it is not told of.
 *
 * <p><b>No row is lost or doubled.</b> A task counts the rows that it reads and sums their hashes;
 * each file counts and sums those that it gets, and states both in its metadata where the format
 * has room. What the files have together must be what was read; a Parquet file must have that
 * number of rows by its own footer.
 *
 * <p><b>Memory.</b> Files that are open together keep at most a quarter of the memory, or of the
 * heap if that is less, divided by the tasks that the process runs at a time; above it the largest
 * is flushed: its row group is ended, its file goes on. A task has at most the number of files open
 * that the write allows; one that would need more, or whose files keep too much although they are
 * flushed, as parts of uploads may, stops and states so, and the write runs again over rows that
 * are sorted by folder.
 *
 * <p><b>Part by part.</b> A task of a sorted write that reads several ranges, which follow one
 * another, sorts and writes each before it begins with the next, into the same files: it needs the
 * memory of one, and files come out as large as {@code maxFileBytes} wants rather than as small as
 * the ranges ({@link dev.heddle.physical.plan.PartByPart}).
 */
@NullMarked
package dev.heddle.physical.write;

import org.jspecify.annotations.NullMarked;
