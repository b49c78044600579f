/**
 * Writes of a query's rows to files. {@link FileOutput} is one write: it puts the tasks that write
 * on top of the query's plan ({@link WritePlans}), takes what they have written ({@link
 * WrittenFiles}), and commits it in one step. {@link FolderInsert} is what INSERT adds to a folder
 * of files.
 */
@NullMarked
package dev.heddle.engine.write;

import org.jspecify.annotations.NullMarked;
