/**
 * Writes plans as texts for {@code explain}: relational ones with estimates ({@link
 * dev.heddle.planner.explain.RelText}), physical ones with estimates and metrics ({@link
 * dev.heddle.planner.explain.PlanText}), stages ({@link dev.heddle.planner.explain.StageText}) and
 * phases with the rules that fired ({@link dev.heddle.planner.explain.PhaseText}). Stateless; texts
 * are for people, nothing reads them again.
 */
@NullMarked
package dev.heddle.planner.explain;

import org.jspecify.annotations.NullMarked;
