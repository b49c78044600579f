/**
 * Checks plans after each phase. A failed check is an internal error: it names the phase.
 *
 * <p>{@link dev.heddle.planner.check.RelChecker} compares a relational plan with the one before the
 * phase, {@link dev.heddle.planner.check.PhysicalChecker} looks at the physical plan once it is
 * whole. Both are stateless and go over a plan once.
 */
@NullMarked
package dev.heddle.planner.check;

import org.jspecify.annotations.NullMarked;
