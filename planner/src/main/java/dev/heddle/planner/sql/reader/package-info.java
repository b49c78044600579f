/** Calls of file readers in FROM, and paths in the place of tables. */
@NullMarked
package dev.heddle.planner.sql.reader;

import org.jspecify.annotations.NullMarked;
