/** SQL text: tokens, statements, what is rewritten before validation, and errors with positions. */
@NullMarked
package dev.heddle.planner.sql;

import org.jspecify.annotations.NullMarked;
