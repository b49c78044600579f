/**
 * Plans queries: {@link dev.heddle.planner.Planner} takes a logical plan through translation,
 * rewriting, checking and lowering to a physical one.
 */
@NullMarked
package dev.heddle.planner;

import org.jspecify.annotations.NullMarked;
