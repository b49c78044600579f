/**
 * Calls of file readers in FROM, and paths in the place of tables.
 *
 * <p>{@link dev.heddle.planner.sql.reader.FileReferences} owns the readers' names and makes a
 * source of a call or a path; {@code ReaderCall} takes its arguments, {@code TextOptions} the
 * options of CSV and JSON. What is wrong is an {@code IllegalArgumentException} for the user, to
 * which the binder adds the place. A new option is taken where its format's others are.
 */
@NullMarked
package dev.heddle.planner.sql.reader;

import org.jspecify.annotations.NullMarked;
