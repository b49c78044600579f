/**
 * Lasting databases: folders of Parquet files with a manifest that states what is in them.
 *
 * <p><b>Folder.</b> {@code manifest} is a text ({@link ManifestText}) of all schemas, tables with
 * their data files, views and macros; what it does not name is not there. {@code data/} has the
 * data files, each written once under a number that no other has had and never changed. {@code
 * writer.lock} is locked by the process that writes, and names it; {@code readers.lock} is locked,
 * shared, by those that only read. All locks end with their process.
 *
 * <p><b>Commit.</b> A statement writes its data files beside the others, durably; then {@link
 * DatabaseFolder#commit} writes a manifest beside the old one, durably, and renames it over the old
 * one. Before the rename the database is what it was, after it what it became; there is no state
 * between. A statement that fails deletes the files that it has written, and what a crash leaves
 * behind, data files that the manifest does not name and manifests that were not renamed, is
 * removed when the database is opened for writing, unless a process is reading it. The manifest is
 * written whole at each statement, so that its size, about a line for each column and data file,
 * bounds how many tables are sensible: thousands.
 *
 * <p><b>Transactions.</b> The statements of one write their data files when they run, and one
 * commit names those of its last state; the others are deleted then, or all of them when it is
 * rolled back. It is known to the session alone until then.
 *
 * <p><b>Sequences.</b> The manifest has for each the value from which the next process goes on.
 * Before a value is given that is not behind it, the manifest is written with a later one: ahead by
 * the number of values that were given until then, by at most 65,536 and half of those that are
 * left. Closing the database writes what is exactly next.
 *
 * <p><b>Isolation.</b> One process writes, and its sessions see each statement when it is
 * committed. A process that only reads sees, with each statement of its own, the last one that was
 * committed before; a query keeps reading the files that it began with, since none is removed while
 * there are readers.
 *
 * <p><b>Rows.</b> A table of data files is scanned as any Parquet files are. INSERT adds a file,
 * and takes up the last ones before it that are no larger than it and small ({@link TableFiles}),
 * so that n statements of a row leave a number of files that grows with the logarithm of n. What
 * changes rows writes all rows of the table anew.
 *
 * <p><b>Failures.</b> {@link FileSteps} is called before each step of a commit, so that tests can
 * end the process, or fail, at any of them. Nothing in a session depends on it.
 */
@NullMarked
package dev.heddle.engine.database;

import org.jspecify.annotations.NullMarked;
