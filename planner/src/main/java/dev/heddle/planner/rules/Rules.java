package dev.heddle.planner.rules;

import dev.heddle.planner.rel.LogicalAsOf;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.translate.Failing;
import dev.heddle.planner.translate.OperatorMapping;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.rules.AggregateCaseToFilterRule;
import org.apache.calcite.rel.rules.AggregateProjectMergeRule;
import org.apache.calcite.rel.rules.AggregateRemoveDuplicateKeysRule;
import org.apache.calcite.rel.rules.AggregateRemoveRule;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig;
import org.apache.calcite.rel.rules.FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.PruneEmptyRules;
import org.apache.calcite.rel.rules.ReduceExpressionsRule.FilterReduceExpressionsRule.FilterReduceExpressionsRuleConfig;
import org.apache.calcite.rel.rules.ReduceExpressionsRule.JoinReduceExpressionsRule.JoinReduceExpressionsRuleConfig;
import org.apache.calcite.rel.rules.ReduceExpressionsRule.ProjectReduceExpressionsRule.ProjectReduceExpressionsRuleConfig;
import org.apache.calcite.rel.rules.SortMergeRule;
import org.apache.calcite.rel.rules.SortProjectTransposeRule;
import org.apache.calcite.rel.rules.SortRemoveConstantKeysRule;
import org.apache.calcite.rel.rules.SortRemoveDuplicateKeysRule;
import org.apache.calcite.rel.rules.SortRemoveRedundantRule;
import org.apache.calcite.rel.rules.UnionMergeRule;
import org.apache.calcite.sql.SqlKind;

/**
 * The rules of each phase of rewriting.
 *
 * <p>Left out, since they give wrong or worse plans in Calcite 1.42: JOIN_EXPAND_OR_TO_UNION_RULE,
 * MINUS_FILTER_TO_FILTER, AGGREGATE_MIN_MAX_TO_LIMIT, AGGREGATE_UNION_TRANSPOSE,
 * PROJECT_JOIN_TRANSPOSE, JOIN_PROJECT_*_TRANSPOSE, AGGREGATE_JOIN_TRANSPOSE_EXTENDED,
 * MULTI_JOIN_OPTIMIZE_BUSHY, the CALC rules and everything that commutes or associates joins.
 * EXPAND_*_DISJUNCTION_LOCAL fire without end together with filter pushing; {@link
 * ImpliedPredicates} does their work.
 *
 * <p>Each is made from its own configuration: naming one constant of Calcite's class of rules would
 * make all of them, which takes longer than planning a small query.
 */
public final class Rules {
  private Rules() {}

  /** Constants are folded, nodes merged and empty parts removed. */
  public static List<RelOptRule> simplify() {
    return List.of(
        PruneEmptyRules.UNION_INSTANCE,
        PruneEmptyRules.MINUS_INSTANCE,
        PruneEmptyRules.INTERSECT_INSTANCE,
        PruneEmptyRules.PROJECT_INSTANCE,
        PruneEmptyRules.FILTER_INSTANCE,
        PruneEmptyRules.SORT_INSTANCE,
        PruneEmptyRules.SORT_FETCH_ZERO_INSTANCE,
        new PruneEmptyGroups(),
        PruneEmptyRules.JOIN_LEFT_INSTANCE,
        PruneEmptyRules.JOIN_RIGHT_INSTANCE,
        new ManyInequalities(),
        new BoundedReduction(FilterReduceExpressionsRuleConfig.DEFAULT.toRule(), Filter.class),
        new BoundedReduction(ProjectReduceExpressionsRuleConfig.DEFAULT.toRule(), Project.class),
        new BoundedReduction(JoinReduceExpressionsRuleConfig.DEFAULT.toRule(), Join.class),
        FilterMergeRule.Config.DEFAULT.toRule(),
        VolatilityGuard.merging(ProjectMergeRule.Config.DEFAULT.toRule()),
        ProjectRemoveRule.Config.DEFAULT.toRule(),
        UnionMergeRule.Config.DEFAULT.toRule(),
        AggregateRemoveRule.Config.DEFAULT.toRule(),
        new ComputedGroupKeys(),
        new RemoveDependentKeys(
            "RemoveDependentGroupKeys",
            Aggregate.class,
            AggregateRemoveDuplicateKeysRule.Config.DEFAULT.toRule()),
        AggregateProjectMergeRule.Config.DEFAULT.toRule(),
        SortRemoveConstantKeysRule.Config.DEFAULT.toRule(),
        new RemoveDependentKeys(
            "RemoveDependentSortKeys",
            Sort.class,
            SortRemoveDuplicateKeysRule.Config.DEFAULT.toRule()),
        SortRemoveRedundantRule.Config.DEFAULT.toRule(),
        SortMergeRule.Config.LIMIT_MERGE.toRule(),
        casesToFilters(),
        new ShiftedSums(),
        new KnownAggregates());
  }

  /**
   * Calcite's own rule, except for calls for which a null is a value like others, and for values
   * that are computed without failing in their case alone.
   */
  private static RelOptRule casesToFilters() {
    return AggregateCaseToFilterRule.Config.DEFAULT
        .withOperandSupplier(
            upper ->
                upper
                    .operand(Aggregate.class)
                    .predicate(Rules::leavesNullsOut)
                    .oneInput(
                        lower ->
                            lower
                                .operand(Project.class)
                                .predicate(Rules::hasSafeCases)
                                .anyInputs()))
        .toRule();
  }

  private static boolean hasSafeCases(Project project) {
    return project.getProjects().stream()
        .noneMatch(value -> value.isA(SqlKind.CASE) && Failing.canFail(value));
  }

  private static boolean leavesNullsOut(Aggregate aggregate) {
    return aggregate.getAggCallList().stream()
        .map(call -> OperatorMapping.aggregate(call.getAggregation()))
        .noneMatch(function -> function.isPresent() && function.get().keepsNulls());
  }

  /** Filters move down, conditions are split among sides, outer joins become inner ones. */
  public static List<RelOptRule> push() {
    return List.of(
        ProtectedJoinRule.filter(FilterIntoJoinRuleConfig.DEFAULT.toRule()),
        ProtectedJoinRule.condition(JoinConditionPushRuleConfig.DEFAULT.toRule()),
        new InferJoinFilters(),
        FilterMergeRule.Config.DEFAULT.toRule(),
        VolatilityGuard.belowProject(
            FilterProjectTransposeRule.Config.DEFAULT.withCopyFilter(false).toRule()),
        VolatilityGuard.belowAggregate(FilterAggregateTransposeRule.Config.DEFAULT.toRule()),
        VolatilityGuard.belowSetOperation(FilterSetOpTransposeRule.Config.DEFAULT.toRule()),
        new BoundedReduction(FilterReduceExpressionsRuleConfig.DEFAULT.toRule(), Filter.class),
        new SortBelowCasts(SortProjectTransposeRule.Config.DEFAULT.toRule()),
        VolatilityGuard.merging(ProjectMergeRule.Config.DEFAULT.toRule()),
        ProjectRemoveRule.Config.DEFAULT.toRule(),
        new PartitionFilterRule(),
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
