package dev.heddle.planner.cost;

import dev.heddle.io.catalog.Table;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.UserDefined;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link SubPlan} of each node of a plan. There is none where rows differ from run to
 * run, do not come from files, or are computed by what is not known here. Remembers what it found,
 * by node identity; not thread-safe.
 */
public final class SubPlans {
  private final IdentityHashMap<RelNode, SubPlan> known = new IdentityHashMap<>();

  SubPlans() {}

  /** Returns the sub-plan of a node; null if there is none. */
  public @Nullable SubPlan of(RelNode rel) {
    if (known.containsKey(rel)) {
      return known.get(rel);
    }
    SubPlan found = find(rel);
    known.put(rel, found);
    return found;
  }

  private @Nullable SubPlan find(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> table(scan);
      case Filter filter -> filter(filter);
      case Project project -> project(project);
      case Join join -> join(join);
      case Aggregate aggregate -> aggregate(aggregate);
      case Sort sort when sort.fetch == null && sort.offset == null -> of(sort.getInput());
      case Union union -> union(union);
      case CteScan scan -> of(scan.definition().plan());
      default -> null;
    };
  }

  private static @Nullable SubPlan table(TableScan scan) {
    Table table = scan.getTable() == null ? null : scan.getTable().unwrap(Table.class);
    OptionalLong fingerprint = table == null ? OptionalLong.empty() : table.fingerprint();
    if (fingerprint.isEmpty()) {
      return null;
    }
    long[] columns = new long[scan.getRowType().getFieldCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i + 1;
    }
    return SubPlan.unit(Mix.of("scan", fingerprint.getAsLong()), columns);
  }

  private @Nullable SubPlan filter(Filter filter) {
    SubPlan input = of(filter.getInput());
    if (input == null) {
      return null;
    }
    SubPlan.Conjuncts conjuncts = conjuncts(filter.getCondition(), input.conjunctColumns());
    return conjuncts == null ? null : input.with(conjuncts);
  }

  /** Returns a condition's conjuncts; null if one is not known well enough. */
  private static SubPlan.@Nullable Conjuncts conjuncts(RexNode condition, long[] columns) {
    SubPlan.Conjuncts conjuncts = new SubPlan.Conjuncts();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.isAlwaysTrue()) {
        continue;
      }
      long number = RexNumbers.of(conjunct, columns);
      if (number == 0) {
        return null;
      }
      if (isColumnEquality(conjunct)) {
        List<RexNode> sides = ((RexCall) conjunct).getOperands();
        conjuncts.addEqual(
            RexNumbers.of(sides.getFirst(), columns), RexNumbers.of(sides.getLast(), columns));
      } else {
        conjuncts.add(Mix.of(number, 3));
      }
    }
    return conjuncts;
  }

  private static boolean isColumnEquality(RexNode conjunct) {
    return conjunct.isA(SqlKind.EQUALS)
        && conjunct instanceof RexCall call
        && call.getOperands().get(0) instanceof RexInputRef one
        && call.getOperands().get(1) instanceof RexInputRef other
        && SqlTypeUtil.equalSansNullability(one.getType(), other.getType());
  }

  /**
   * Returns what a conjunct that is no equality of two columns adds to the conjuncts of a part; 0
   * if it is not known well enough.
   */
  public static long ofConjunct(RexNode conjunct, long[] columns) {
    long number = RexNumbers.of(conjunct, columns);
    return number == 0 ? 0 : Mix.of(number, 3);
  }

  private @Nullable SubPlan project(Project project) {
    SubPlan input = of(project.getInput());
    if (input == null) {
      return null;
    }
    return input.withColumns(
        all(project.getProjects(), input.columns()),
        all(project.getProjects(), input.conjunctColumns()));
  }

  private static long[] all(List<RexNode> expressions, long[] columns) {
    long[] numbers = new long[expressions.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = RexNumbers.of(expressions.get(i), columns);
    }
    return numbers;
  }

  private @Nullable SubPlan join(Join join) {
    SubPlan left = of(join.getLeft());
    SubPlan right = of(join.getRight());
    if (left == null || right == null) {
      return null;
    }
    JoinRelType kind = join.getJoinType();
    if (kind == JoinRelType.INNER) {
      SubPlan both = left.joined(right);
      SubPlan.Conjuncts conjuncts =
          both == null ? null : conjuncts(join.getCondition(), both.columns());
      return both == null || conjuncts == null ? null : both.with(conjuncts);
    }
    OptionalLong attached =
        attached(
            kind,
            right,
            RelOptUtil.conjunctions(join.getCondition()),
            concat(left.columns(), right.columns()));
    if (attached.isEmpty()) {
      return null;
    }
    long by = attached.getAsLong();
    return switch (kind) {
      case SEMI, ANTI -> left.restricted(by);
      case LEFT -> {
        long[] outer = right.columns();
        for (int i = 0; i < outer.length; i++) {
          outer[i] = outer[i] == 0 ? 0 : Mix.of(outer[i], by);
        }
        SubPlan restricted = left.restricted(by);
        yield restricted.withColumns(concat(left.columns(), outer), new long[0]);
      }
      case RIGHT, FULL -> {
        long base = Mix.of(left.number(), by);
        long[] columns = new long[left.columns().length + right.columns().length];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = i + 1;
        }
        yield SubPlan.unit(base, columns);
      }
      case INNER, LEFT_MARK, ASOF, LEFT_ASOF -> null;
    };
  }

  /**
   * Returns what a part is restricted by that is joined with another one otherwise than by an inner
   * join.
   *
   * @param columns those of the left part, then the right one's
   */
  public static OptionalLong attached(
      JoinRelType kind, SubPlan right, List<RexNode> condition, long[] columns) {
    long sum = 0;
    for (RexNode conjunct : condition) {
      if (!conjunct.isAlwaysTrue()) {
        long number = RexNumbers.of(conjunct, columns);
        if (number == 0) {
          return OptionalLong.empty();
        }
        sum += Mix.of(number, 4);
      }
    }
    return OptionalLong.of(Mix.of(Mix.of(kind.name(), right.number()), sum));
  }

  private static long[] concat(long[] one, long[] other) {
    long[] both = java.util.Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private @Nullable SubPlan aggregate(Aggregate aggregate) {
    SubPlan input = of(aggregate.getInput());
    if (input == null || aggregate.getGroupSets().size() != 1) {
      return null;
    }
    long[] below = input.columns();
    ImmutableBitSet groups = aggregate.getGroupSet();
    long[] columns = new long[aggregate.getRowType().getFieldCount()];
    long sum = 0;
    int at = 0;
    for (int key : groups) {
      if (below[key] == 0) {
        return null;
      }
      columns[at] = below[key];
      sum += Mix.of(columns[at++], 5);
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      columns[at++] = call(call, below);
    }
    return SubPlan.unit(Mix.of(Mix.of("groups", input.number()), sum), columns);
  }

  private static long call(AggregateCall call, long[] below) {
    if (!call.getAggregation().isDeterministic()
        || call.getAggregation() instanceof UserDefined
        || !call.getCollation().getKeys().isEmpty()) {
      return 0;
    }
    long number = Mix.of(call.getAggregation().getName(), call.isDistinct() ? 6 : 7);
    for (int argument : call.getArgList()) {
      if (below[argument] == 0) {
        return 0;
      }
      number = Mix.of(number, below[argument]);
    }
    if (call.filterArg < 0) {
      return number;
    }
    return below[call.filterArg] == 0 ? 0 : Mix.of(number, below[call.filterArg]);
  }

  private @Nullable SubPlan union(Union union) {
    long base = Mix.of("union", union.all ? 8 : 9);
    long[] columns = new long[union.getRowType().getFieldCount()];
    for (RelNode input : union.getInputs()) {
      SubPlan part = of(input);
      if (part == null) {
        return null;
      }
      base = Mix.of(base, part.number());
      for (int i = 0; i < columns.length; i++) {
        long column = part.columns()[i];
        if (column == 0) {
          return null;
        }
        columns[i] = Mix.of(columns[i], column);
      }
    }
    return SubPlan.unit(base, columns);
  }
}
