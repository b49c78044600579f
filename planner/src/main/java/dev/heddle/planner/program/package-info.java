/**
 * Runs the phases of rewriting in order and within their bounds.
 *
 * <p>{@link dev.heddle.planner.program.Program} decorrelates, takes shared parts out ({@link
 * dev.heddle.planner.program.CteExtraction}), and then runs for each part: condensing, the rules
 * that simplify, those that push filters down, the join search, the reduction of groups and the
 * reuse of scans. After each phase the plan is checked, and what was done is a {@link
 * dev.heddle.planner.program.PhaseReport}. {@code RuleDriver} applies rules from the top until none
 * fires or their limit is reached; nodes that are done are known by identity.
 *
 * <p>A new pass over the whole plan is a phase here; a rewrite of one or two nodes is a rule in
 * {@link dev.heddle.planner.rules}. One object serves one query; another thread may cancel it.
 */
@NullMarked
package dev.heddle.planner.program;

import org.jspecify.annotations.NullMarked;
