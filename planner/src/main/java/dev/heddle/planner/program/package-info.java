/** Runs the phases of rewriting in order and within their bounds. */
@NullMarked
package dev.heddle.planner.program;

import org.jspecify.annotations.NullMarked;
