package dev.heddle.planner.rules;

import dev.heddle.planner.translate.LogicalAsOf;
import dev.heddle.planner.translate.LogicalUnnest;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.PruneEmptyRules;

/**
 * The rules of each phase of rewriting.
 *
 * <p>Kept off, since they give wrong or worse plans in Calcite 1.42: JOIN_EXPAND_OR_TO_UNION_RULE,
 * MINUS_FILTER_TO_FILTER, AGGREGATE_MIN_MAX_TO_LIMIT, AGGREGATE_UNION_TRANSPOSE,
 * PROJECT_JOIN_TRANSPOSE, JOIN_PROJECT_*_TRANSPOSE, AGGREGATE_JOIN_TRANSPOSE_EXTENDED,
 * MULTI_JOIN_OPTIMIZE_BUSHY, the CALC rules and everything that commutes or associates joins.
 * EXPAND_*_DISJUNCTION_LOCAL fire without end together with filter pushing; {@link
 * ImpliedPredicates} does their work.
 */
public final class Rules {
  private Rules() {}

  /** Subqueries become correlations. */
  public static List<RelOptRule> subqueriesToCorrelations() {
    return List.of(
        CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
        CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
        CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);
  }

  /** Subqueries become correlations that mark rows, for the general decorrelator. */
  public static List<RelOptRule> subqueriesToMarks() {
    return List.of(
        CoreRules.FILTER_SUB_QUERY_TO_MARK_CORRELATE,
        CoreRules.PROJECT_SUB_QUERY_TO_MARK_CORRELATE,
        CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);
  }

  /** What the general decorrelator leaves becomes semi and anti joins where that is the same. */
  public static List<RelOptRule> marksToJoins() {
    return List.of(CoreRules.MARK_TO_SEMI_OR_ANTI_JOIN_RULE);
  }

  /** Constants are folded, nodes merged and empty parts removed. */
  public static List<RelOptRule> simplify() {
    return List.of(
        CoreRules.FILTER_REDUCE_EXPRESSIONS,
        CoreRules.PROJECT_REDUCE_EXPRESSIONS,
        CoreRules.JOIN_REDUCE_EXPRESSIONS,
        CoreRules.FILTER_MERGE,
        CoreRules.PROJECT_MERGE,
        CoreRules.PROJECT_REMOVE,
        CoreRules.UNION_MERGE,
        CoreRules.UNION_REMOVE,
        CoreRules.AGGREGATE_REMOVE,
        new RemoveDependentKeys(
            "RemoveDependentGroupKeys", Aggregate.class, CoreRules.AGGREGATE_REMOVE_DUPLICATE_KEYS),
        CoreRules.AGGREGATE_PROJECT_MERGE,
        CoreRules.SORT_REMOVE_CONSTANT_KEYS,
        new RemoveDependentKeys(
            "RemoveDependentSortKeys", Sort.class, CoreRules.SORT_REMOVE_DUPLICATE_KEYS),
        CoreRules.SORT_REMOVE_REDUNDANT,
        CoreRules.LIMIT_MERGE,
        CoreRules.AGGREGATE_CASE_TO_FILTER,
        PruneEmptyRules.UNION_INSTANCE,
        PruneEmptyRules.MINUS_INSTANCE,
        PruneEmptyRules.INTERSECT_INSTANCE,
        PruneEmptyRules.PROJECT_INSTANCE,
        PruneEmptyRules.FILTER_INSTANCE,
        PruneEmptyRules.SORT_INSTANCE,
        PruneEmptyRules.SORT_FETCH_ZERO_INSTANCE,
        new PruneEmptyGroups(),
        PruneEmptyRules.JOIN_LEFT_INSTANCE,
        PruneEmptyRules.JOIN_RIGHT_INSTANCE);
  }

  /** Filters move down, conditions are split among sides, outer joins become inner ones. */
  public static List<RelOptRule> push() {
    return List.of(
        CoreRules.FILTER_INTO_JOIN,
        CoreRules.JOIN_CONDITION_PUSH,
        CoreRules.JOIN_PUSH_TRANSITIVE_PREDICATES,
        CoreRules.FILTER_MERGE,
        CoreRules.FILTER_PROJECT_TRANSPOSE,
        CoreRules.FILTER_AGGREGATE_TRANSPOSE,
        CoreRules.FILTER_SET_OP_TRANSPOSE,
        CoreRules.FILTER_REDUCE_EXPRESSIONS,
        CoreRules.SORT_PROJECT_TRANSPOSE,
        CoreRules.PROJECT_MERGE,
        CoreRules.PROJECT_REMOVE,
        new FirstInputFilterRule("MarkJoinFilterRule", MarkJoin.class),
        new FirstInputFilterRule("UnnestFilterRule", LogicalUnnest.class),
        new FirstInputFilterRule("AsOfFilterRule", LogicalAsOf.class),
        PruneEmptyRules.UNION_INSTANCE,
        PruneEmptyRules.PROJECT_INSTANCE,
        PruneEmptyRules.FILTER_INSTANCE,
        PruneEmptyRules.SORT_INSTANCE,
        new PruneEmptyGroups(),
        PruneEmptyRules.JOIN_LEFT_INSTANCE,
        PruneEmptyRules.JOIN_RIGHT_INSTANCE);
  }
}
