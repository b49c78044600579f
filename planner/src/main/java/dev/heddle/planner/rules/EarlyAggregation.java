package dev.heddle.planner.rules;

import dev.heddle.frame.expr.catalogue.AggregateFamily;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.rel.RelNumbers;
import dev.heddle.planner.translate.Failing;
import dev.heddle.planner.translate.OperatorMapping;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil.InputFinder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates rows before they are joined, where that makes few of many: one side of a join is
 * grouped by what is read of it further up, and what goes through the joins are the groups' states.
 * Above, these are merged; a group that matches several rows of another side is merged as often, as
 * its rows would be.
 *
 * <p>Grouping sets are made of the groups by all keys, so one of them has to be by all keys.
 *
 * <p>The states are those of an aggregation in halves, so sums are as wide and checked as without
 * the rule; the first half passes rows through where it finds that it does not reduce them. Costs
 * and the number of groups are estimates: an aggregation moves only where these promise much. Runs
 * after the joins have been ordered. Not thread-safe.
 */
public final class EarlyAggregation extends PlanVisit {
  private static final double MIN_ROWS = 50_000; // fewer are joined in no time
  private static final double MAX_GROUPS = 200_000; // about what the first half holds at once
  private static final double MAX_KEPT = 0.3; // groups for a number of rows
  private static final double MAX_COST = 0.6; // for what it costs above the joins
  private static final int MAX_SUMMED_DIGITS = 26; // sums of more might overflow in a part alone
  private static final int MAX_SETS = 16; // of a rollup of all keys, or a cube of four

  private final Estimator estimator;
  private final EarlyCosts costs;
  private final Set<Integer> shared = new HashSet<>(); // joins that several parts read
  private final RelNumbers numbers = new RelNumbers();

  private EarlyAggregation(Estimator estimator) {
    this.estimator = estimator;
    this.costs = new EarlyCosts(estimator);
  }

  /** Returns the plan with such aggregations; the estimator then knows the new nodes. */
  public static RelNode apply(RelNode rel, Estimator estimator) {
    EarlyAggregation pass = new EarlyAggregation(estimator);
    pass.findShared(rel, new HashMap<>(), new IdentityHashMap<>());
    return pass.visit(rel);
  }

  private void findShared(
      RelNode rel, Map<Integer, Integer> readers, IdentityHashMap<RelNode, RelNode> seen) {
    if (seen.put(rel, rel) != null) {
      return;
    }
    for (RelNode input : rel.getInputs()) {
      if (input instanceof Join) {
        Integer known = readers.putIfAbsent(numbers.of(input), numbers.of(rel));
        if (known != null && known != numbers.of(rel)) {
          shared.add(numbers.of(input));
        }
      }
      findShared(input, readers, seen);
    }
  }

  @Override
  RelNode visitAlone(RelNode rel) {
    List<RelNode> inputs = visitInputs(rel);
    RelNode current = rel;
    if (!inputs.equals(rel.getInputs())) {
      current = rel.copy(rel.getTraitSet(), inputs);
      estimator.put(current, estimator.of(rel)); // it gives the same rows
    }
    if (!(current instanceof Aggregate aggregate)
        || aggregate.getGroupSets().size() > MAX_SETS
        || !aggregate.getGroupSets().contains(aggregate.getGroupSet())
        || !isFit(aggregate)
        || readsShared(rel.getInput(0))) {
      return current;
    }
    return new Search(aggregate).best().orElse(current);
  }

  private boolean readsShared(RelNode rel) {
    return switch (rel) {
      case Project project -> readsShared(project.getInput());
      case Filter filter -> readsShared(filter.getInput());
      case Join join ->
          shared.contains(numbers.of(join))
              || readsShared(join.getLeft())
              || readsShared(join.getRight());
      default -> false;
    };
  }

  // Aggregations

  private static boolean isFit(Aggregate aggregate) {
    RelDataType input = aggregate.getInput().getRowType();
    boolean hasSets = aggregate.getGroupSets().size() > 1;
    return aggregate.getAggCallList().stream()
        .allMatch(
            call ->
                isOfSets(call)
                    ? hasSets
                    : function(call).filter(f -> isFit(call, f, input)).isPresent());
  }

  /** Returns whether a call has the same value for all groups of a set. */
  static boolean isOfSets(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.GROUPING;
  }

  private static Optional<AggregateFunction> function(AggregateCall call) {
    return OperatorMapping.aggregate(call.getAggregation());
  }

  private static boolean isFit(AggregateCall call, AggregateFunction function, RelDataType input) {
    boolean isOfFamily =
        switch (function.family()) {
          case COUNT, SUM, MEAN, EXTREME -> true;
          case FOLD ->
              switch (function) {
                case DECAYED_AVG, DECAYED_VAR_POP, DECAYED_VAR_SAMP -> false;
                default -> true;
              };
          case PICK, SKETCH, QUANTILE, LIST, USER, GROUPING -> false;
        };
    return isOfFamily
        && (!call.isDistinct() || !function.dependsOnRepetition())
        && call.getCollation().getFieldCollations().isEmpty()
        && call.rexList.isEmpty()
        && call.getArgList().stream()
            .allMatch(argument -> isFit(function, input.getFieldList().get(argument).getType()));
  }

  private static boolean isFit(AggregateFunction function, RelDataType argument) {
    return switch (TypeMapping.dataType(argument)) {
      case DataType.Decimal d ->
          switch (function.family()) {
            case SUM, MEAN -> d.precision() <= MAX_SUMMED_DIGITS;
            default -> true;
          };
      case DataType type -> (function.family().isMergeable() && isKey(type)) || type.isFloat();
    };
  }

  /** Returns whether equal values of a type are the same value, however it is read. */
  private static boolean isKey(DataType type) {
    return switch (type) {
      case DataType.Bool _, DataType.Int8 _, DataType.Int16 _, DataType.Int32 _ -> true;
      case DataType.Int64 _, DataType.Decimal _, DataType.Str _, DataType.Date _ -> true;
      case DataType.Time _, DataType.Timestamp _, DataType.Enumeration _ -> true;
      default -> false;
    };
  }

  private static boolean isKey(RelDataType type) {
    return isKey(TypeMapping.dataType(type));
  }

  /** Returns whether equal values of a column are the same value, however it is read. */
  static boolean isKey(RelDataType row, int column) {
    return isKey(row.getFieldList().get(column).getType());
  }

  // Parts

  /** Looks for the part of an aggregation's input that is best grouped. */
  private final class Search {
    private final Aggregate aggregate;
    private final List<RelNode> path = new ArrayList<>();
    private final List<Boolean> isLeft = new ArrayList<>();
    private double least;
    private @Nullable RelNode best;

    Search(Aggregate aggregate) {
      this.aggregate = aggregate;
      this.least = Double.MAX_VALUE;
    }

    Optional<RelNode> best() {
      RelNode input = aggregate.getInput();
      List<@Nullable RexNode> keys = new ArrayList<>();
      for (int key : aggregate.getGroupSet()) {
        keys.add(RexInputRef.of(key, input.getRowType()));
      }
      List<EarlyWanted.CallValues> values = new ArrayList<>();
      for (AggregateCall call : aggregate.getAggCallList()) {
        List<RexNode> read = new ArrayList<>();
        for (int argument : isOfSets(call) ? List.<Integer>of() : call.getArgList()) {
          read.add(RexInputRef.of(argument, input.getRowType()));
        }
        boolean isOneValue =
            call.filterArg < 0
                && read.size() == 1
                && function(call).orElseThrow().family() == AggregateFamily.EXTREME;
        RexNode filter =
            call.filterArg < 0 ? null : RexInputRef.of(call.filterArg, input.getRowType());
        values.add(
            new EarlyWanted.CallValues(
                read, filter, isOneValue ? EarlyWanted.Place.ANYWHERE : EarlyWanted.Place.HERE));
      }
      look(input, new EarlyWanted(keys, ImmutableBitSet.of(), values, false));
      return Optional.ofNullable(best);
    }

    private void look(RelNode rel, EarlyWanted wanted) {
      switch (rel) {
        case Project project -> lookBelow(project, wanted.below(project), 0);
        case Filter filter -> lookBelow(filter, wanted.below(filter), 0);
        case Join join -> {
          lookBelow(join, wanted.below(join, 0), 0);
          lookBelow(join, wanted.below(join, 1), 1);
        }
        default -> {}
      }
    }

    private void lookBelow(RelNode rel, @Nullable EarlyWanted wanted, int input) {
      if (wanted == null) {
        return;
      }
      path.add(rel);
      isLeft.add(input == 0);
      if (rel instanceof Join) {
        consider(rel.getInput(input), wanted);
      }
      look(rel.getInput(input), wanted);
      path.removeLast();
      isLeft.removeLast();
    }

    private void consider(RelNode part, EarlyWanted asked) {
      double rows = estimator.of(part).rows();
      EarlyWanted wanted = withSafeKeys(asked);
      if (rows < MIN_ROWS || wanted == null || !isFit(part, wanted)) {
        return;
      }
      EarlyPart grouped = EarlyPart.of(aggregate, part, wanted);
      double groups = estimator.of(grouped.states()).rows();
      List<RelDataType> keys =
          EarlyCosts.types(grouped.states(), ImmutableBitSet.range(grouped.states().keys()));
      if (keys.isEmpty()
          || groups > MAX_GROUPS
          || groups > MAX_KEPT * rows
          || !keys.stream().allMatch(EarlyAggregation::isKey)) {
        return;
      }
      RelNode input = aggregate.getInput();
      int calls = aggregate.getAggCallList().size();
      double joined = estimator.of(input).rows();
      double above =
          costs.joins(path, isLeft, part)
              + costs.grouping(
                  joined,
                  EarlyCosts.types(input, aggregate.getGroupSet()),
                  estimator.of(aggregate).rows(),
                  calls);
      double early =
          costs.grouping(rows, keys, groups, grouped.states().calls().size())
              + (above + costs.merging(joined, calls)) * groups / rows;
      if (early <= MAX_COST * above && early < least) {
        least = early;
        best = EarlyPlan.of(aggregate, grouped, wanted, path, isLeft);
        estimator.put(best, estimator.of(aggregate));
      }
    }

    /** Has keys whose values may fail computed above the joins; null if that cannot be. */
    private @Nullable EarlyWanted withSafeKeys(EarlyWanted wanted) {
      List<@Nullable RexNode> keys = new ArrayList<>();
      ImmutableBitSet.Builder required = wanted.required().rebuild();
      for (RexNode key : wanted.keys()) {
        boolean isSafe = key == null || !Failing.canFail(key);
        keys.add(isSafe ? key : null);
        if (!isSafe) {
          required.addAll(InputFinder.bits(key));
        }
      }
      boolean isSame = keys.equals(wanted.keys());
      return isSame
          ? wanted
          : wanted.isOptional()
              ? null
              : new EarlyWanted(keys, required.build(), wanted.values(), false);
    }

    private boolean isFit(RelNode part, EarlyWanted wanted) {
      for (int column : wanted.required()) {
        if (!isKey(part.getRowType().getFieldList().get(column).getType())) {
          return false;
        }
      }
      for (int i = 0; i < wanted.values().size(); i++) {
        EarlyWanted.CallValues values = wanted.values().get(i);
        AggregateCall call = aggregate.getAggCallList().get(i);
        boolean isFold = function(call).orElseThrow().family() == AggregateFamily.FOLD;
        boolean mayBeNull = wanted.isOptional() || values.isFilteredAbove(call);
        if (values.expressions().stream().anyMatch(Failing::canFail) || (isFold && mayBeNull)) {
          return false;
        }
      }
      return true;
    }
  }
}
