/**
 * Rewrites: one rule in each class, and {@link dev.heddle.planner.rules.Rules}, the list of those
 * of each phase.
 *
 * <p>A rule matches one or two nodes and gives an equal plan; it holds no state. Most are
 * Calcite's. A class around them keeps them from what they do wrongly or slowly: {@code
 * VolatilityGuard} from calling functions another number of times, {@code BoundedReduction} from
 * expressions that take too long to simplify, {@code ProtectedJoinRule} from moving conditions that
 * can fail below what protects them. Which of Calcite's rules are left out, and why, is stated at
 * the list.
 *
 * <p>Passes that look at a whole region of the plan are here too: {@link
 * dev.heddle.planner.rules.Condensing}, {@link dev.heddle.planner.rules.JoinOrder} with its search,
 * {@link dev.heddle.planner.rules.EarlyAggregation}, {@link
 * dev.heddle.planner.rules.GroupReduction}, {@link dev.heddle.planner.rules.ScanReuse}.
 *
 * <p>To add a rule, extend {@code PlanRule}, put it into the list of its phase, and test with
 * {@code RuleTester} that it fires and that it does not. Each can be left out by its name.
 */
@NullMarked
package dev.heddle.planner.rules;

import org.jspecify.annotations.NullMarked;
