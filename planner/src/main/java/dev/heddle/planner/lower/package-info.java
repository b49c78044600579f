/** Calcite plans become physical plans; the last place that knows Calcite. */
@NullMarked
package dev.heddle.planner.lower;

import org.jspecify.annotations.NullMarked;
