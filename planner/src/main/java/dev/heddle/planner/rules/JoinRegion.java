package dev.heddle.planner.rules;

import dev.heddle.planner.rel.RelNumbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * The joins at the top of a plan that may be done in any order, taken apart.
 *
 * <p>Inner joins commute freely. A semi, anti or left outer join commutes with them as long as its
 * condition finds its left columns and nothing else reads its right columns, so its right side is a
 * unit that is attached at some point; other outer joins, and left joins whose right columns are
 * read, are units as a whole. Filters and projections between the joins are dissolved into
 * predicates and expressions over the <em>global</em> columns: those of all units, one after the
 * other.
 */
final class JoinRegion {
  /** How a unit takes part. */
  enum Attachment {
    INNER,
    SEMI,
    ANTI,
    LEFT
  }

  /**
   * An input of the region.
   *
   * @param rel the plan of the unit
   * @param offset its first global column
   * @param attachment how it takes part
   * @param condition conjuncts over global columns; of units that are not inner only
   * @param needed units that must be there before this one is attached
   */
  record Unit(
      RelNode rel, int offset, Attachment attachment, List<RexNode> condition, long needed) {
    int width() {
      return rel.getRowType().getFieldCount();
    }
  }

  /** Sets of units are bits of a word, of which one more represents what is beyond them. */
  private static final int MAX_UNITS = Long.SIZE - 4;

  final List<Unit> units = new ArrayList<>();
  final List<RexNode> predicates = new ArrayList<>();

  /** The region's output, as expressions over global columns. */
  private List<RexNode> outputs = List.of();

  private final Set<RelNode> sealed;
  private final Set<Integer> repeated;
  private final RelNumbers numbers;
  private int width;
  private int pending; // right sides whose left sides are being taken apart

  private JoinRegion(Set<RelNode> sealed, Set<Integer> repeated, RelNumbers numbers) {
    this.sealed = sealed;
    this.numbers = numbers;
    this.repeated = repeated;
  }

  /** Takes the joins at the top of {@code rel} apart; one unit if there is none. */
  static JoinRegion of(RelNode rel) {
    Set<RelNode> sealed = Collections.newSetFromMap(new IdentityHashMap<>());
    RelNumbers numbers = new RelNumbers();
    Set<Integer> repeated = new HashSet<>();
    findRepeated(rel, numbers, new HashSet<>(), repeated);
    while (true) {
      JoinRegion region = new JoinRegion(sealed, repeated, numbers);
      region.outputs = region.add(rel);
      if (!region.sealLeftJoins()) {
        return region;
      }
    }
  }

  /** Finds joins that occur more than once: they stay as they are, to be computed once. */
  private static void findRepeated(
      RelNode rel, RelNumbers numbers, Set<Integer> seen, Set<Integer> repeated) {
    if (rel instanceof Join && !seen.add(numbers.of(rel))) {
      repeated.add(numbers.of(rel));
    } else if (rel instanceof Join || rel instanceof Filter || rel instanceof Project) {
      rel.getInputs().forEach(input -> findRepeated(input, numbers, seen, repeated));
    }
  }

  List<RexNode> outputs() {
    return outputs;
  }

  private final List<Join> leftJoins = new ArrayList<>(); // in the order of their units

  /** Returns whether some left join's right columns are read by another condition. */
  private boolean sealLeftJoins() {
    int at = 0;
    for (int u = 0; u < units.size(); u++) {
      Unit unit = units.get(u);
      if (unit.attachment != Attachment.LEFT) {
        continue;
      }
      Join join = leftJoins.get(at++);
      for (RexNode predicate : predicates) {
        if ((unitsOf(predicate) & 1L << u) != 0) {
          return sealed.add(join);
        }
      }
      for (int other = 0; other < units.size(); other++) {
        for (RexNode conjunct : units.get(other).condition) {
          if (other != u && (unitsOf(conjunct) & 1L << u) != 0) {
            return sealed.add(join);
          }
        }
      }
    }
    return false;
  }

  /** Adds a plan's joins and returns its output columns as expressions over global columns. */
  private List<RexNode> add(RelNode rel) {
    if (units.size() + pending < MAX_UNITS) {
      switch (rel) {
        case Join join when canTakeApart(join) -> {
          return join(join);
        }
        case Filter filter when isOverJoin(filter) -> {
          List<RexNode> columns = add(filter.getInput());
          addPredicates(columns, filter.getCondition(), filter.getCluster().getRexBuilder());
          return columns;
        }
        case Project project when canDissolve(project) -> {
          List<RexNode> columns = add(project.getInput());
          List<RexNode> expressions = new ArrayList<>();
          for (RexNode expression : project.getProjects()) {
            expressions.add(over(columns, expression));
          }
          return expressions;
        }
        default -> {}
      }
    }
    return unit(rel, Attachment.INNER, List.of(), 0);
  }

  private boolean canTakeApart(Join join) {
    return !repeated.contains(numbers.of(join))
        && !ProtectedConditions.canFail(join.getCondition())
        && switch (join.getJoinType()) {
          case INNER, SEMI, ANTI -> true;
          case LEFT -> !sealed.contains(join);
          default -> false;
        };
  }

  private boolean isOverJoin(RelNode rel) {
    return switch (rel) {
      case Join join -> canTakeApart(join);
      case Filter filter ->
          isOverJoin(filter.getInput()) && !ProtectedConditions.canFail(filter.getCondition());
      case Project project -> canDissolve(project);
      default -> false;
    };
  }

  private boolean canDissolve(Project project) {
    return !project.containsOver()
        && project.getProjects().stream().allMatch(RexUtil::isDeterministic)
        && isOverJoin(project.getInput());
  }

  private List<RexNode> join(Join join) {
    pending++;
    List<RexNode> left = add(join.getLeft());
    pending--;
    if (join.getJoinType() == JoinRelType.INNER) {
      List<RexNode> both = new ArrayList<>(left);
      both.addAll(add(join.getRight()));
      addPredicates(both, join.getCondition(), join.getCluster().getRexBuilder());
      return both;
    }
    long before = (1L << units.size()) - 1;
    Attachment attachment =
        switch (join.getJoinType()) {
          case SEMI -> Attachment.SEMI;
          case ANTI -> Attachment.ANTI;
          default -> Attachment.LEFT;
        };
    List<RexNode> both = new ArrayList<>(left);
    List<RexNode> right = new ArrayList<>();
    for (RelDataTypeField field : join.getRight().getRowType().getFieldList()) {
      right.add(new RexInputRef(width + field.getIndex(), field.getType()));
    }
    both.addAll(right);
    List<RexNode> condition = new ArrayList<>();
    long needed = 0;
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      if (!conjunct.isAlwaysTrue()) {
        RexNode global = over(both, conjunct);
        condition.add(global);
        needed |= unitsOf(global) & before;
      }
    }
    unit(join.getRight(), attachment, condition, needed == 0 ? before : needed);
    if (attachment != Attachment.LEFT) {
      return left;
    }
    leftJoins.add(join);
    for (int i = 0; i < right.size(); i++) {
      // null where there is no match
      int column = left.size() + i;
      right.set(
          i,
          new RexInputRef(
              ((RexInputRef) right.get(i)).getIndex(),
              join.getRowType().getFieldList().get(column).getType()));
    }
    List<RexNode> columns = new ArrayList<>(left);
    columns.addAll(right);
    return columns;
  }

  private void addPredicates(List<RexNode> columns, RexNode condition, RexBuilder rex) {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      RexNode global = over(columns, conjunct);
      if (global.isA(SqlKind.OR)) {
        for (RexNode factor : RelOptUtil.conjunctions(RexUtil.pullFactors(rex, global))) {
          predicates.add(factor);
          predicates.addAll(ImpliedPredicates.of(factor, this::unitsOf, rex));
        }
      } else if (!global.isAlwaysTrue()) {
        predicates.add(global);
      }
    }
  }

  private List<RexNode> unit(
      RelNode rel, Attachment attachment, List<RexNode> condition, long needed) {
    List<RexNode> columns = new ArrayList<>();
    for (RelDataTypeField field : rel.getRowType().getFieldList()) {
      columns.add(new RexInputRef(width + field.getIndex(), field.getType()));
    }
    units.add(new Unit(rel, width, attachment, condition, needed));
    width += columns.size();
    return columns;
  }

  private static RexNode over(List<RexNode> columns, RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return columns.get(reference.getIndex());
          }
        });
  }

  /** Returns the number of global columns. */
  int width() {
    return width;
  }

  /** Returns the unit that a global column belongs to. */
  int unitOf(int column) {
    int unit = units.size() - 1;
    while (units.get(unit).offset > column) {
      unit--;
    }
    return unit;
  }

  /** Returns the units whose columns an expression reads, as bits. */
  long unitsOf(RexNode expression) {
    long bits = 0;
    for (int column : RelOptUtil.InputFinder.bits(expression)) {
      bits |= 1L << (column >= width ? units.size() : unitOf(column));
    }
    return bits;
  }
}
