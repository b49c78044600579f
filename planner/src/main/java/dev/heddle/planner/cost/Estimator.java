package dev.heddle.planner.cost;

import dev.heddle.io.catalog.Table;
import dev.heddle.physical.plan.SubPlanRows;
import dev.heddle.planner.rel.AppendsShare;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.EarlyStates;
import dev.heddle.planner.rel.GroupedStates;
import dev.heddle.planner.rel.KeepsLeftRows;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.rel.MergedStates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Estimates relations bottom-up from table statistics.
 *
 * <p>Remembers what it estimated, by node identity: use one for a plan whose nodes no longer
 * change. Not thread-safe.
 */
public final class Estimator {
  private static final double LIST_ELEMENTS = 4;
  private static final double GROUP_SHARE = 0.6; // of the combinations that several keys could make

  private final IdentityHashMap<RelNode, RelEstimate> known = new IdentityHashMap<>();
  private final ObservedRows observed;
  private final @Nullable SubPlans subPlans; // null if nothing is remembered
  private final Estimator plain;

  /** Makes an estimator that knows statistics alone. */
  public Estimator() {
    this(ObservedRows.NONE);
  }

  /** Makes an estimator that knows what earlier runs have counted, too. */
  public Estimator(ObservedRows observed) {
    this.observed = observed;
    this.subPlans = observed == ObservedRows.NONE ? null : new SubPlans();
    this.plain = observed == ObservedRows.NONE ? this : new Estimator();
  }

  /** Returns the estimate of a node. */
  public RelEstimate of(RelNode rel) {
    RelEstimate estimate = known.get(rel);
    if (estimate == null) {
      estimate = observed(rel, compute(rel));
      known.put(rel, estimate);
    }
    return estimate;
  }

  /** Remembers an estimate made elsewhere from statistics, such as by the join search. */
  public void put(RelNode node, RelEstimate estimate) {
    known.put(node, observed(node, estimate));
  }

  /** Returns an estimator of the same plan that knows statistics alone. */
  public Estimator plain() {
    return plain;
  }

  /** Returns the sub-plan of a node; null if its rows are not remembered. */
  public @Nullable SubPlan subPlan(RelNode rel) {
    return subPlans == null ? null : subPlans.of(rel);
  }

  /** Returns what earlier runs have counted. */
  public ObservedRows observed() {
    return observed;
  }

  /** Returns an estimate by statistics, or what has been counted if that is far from it. */
  private RelEstimate observed(RelNode rel, RelEstimate estimate) {
    SubPlan part = subPlans != null && isCounted(rel) ? subPlans.of(rel) : null;
    if (part == null) {
      return estimate;
    }
    long number = part.number();
    return estimate.counted(new SubPlanRows(number, estimate.rows(), observed.rows(number)));
  }

  /**
   * Returns whether the rows of a node are counted: those of which statistics may say too little.
   */
  private static boolean isCounted(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> {
        Table table = scan.getTable() == null ? null : scan.getTable().unwrap(Table.class);
        yield table != null && !table.statistics().exact();
      }
      case Filter _, Join _ -> true;
      case Aggregate aggregate -> aggregate.getGroupCount() > 0;
      default -> false;
    };
  }

  private RelEstimate compute(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> {
        Table table = scan.getTable() == null ? null : scan.getTable().unwrap(Table.class);
        yield table == null ? unknown(rel, 1000) : TableEstimates.of(table);
      }
      case Filter filter -> Selectivity.filter(of(filter.getInput()), filter.getCondition());
      case Project project -> project(project);
      case Join join ->
          JoinEstimates.join(
              of(join.getLeft()), of(join.getRight()), join.getCondition(), join.getJoinType());
      case Aggregate aggregate ->
          aggregate(
              aggregate,
              of(aggregate.getInput()),
              aggregate.getGroupSet(),
              aggregate.getGroupSets());
      case EarlyStates states -> grouped(states, List.of(ImmutableBitSet.range(states.keys())));
      case MergedStates states -> grouped(states, states.sets());
      case Sort sort -> sort(sort);
      case Union union -> union(union);
      case Intersect intersect -> {
        RelEstimate first = of(intersect.getInput(0));
        double rows = first.rows();
        for (RelNode input : intersect.getInputs()) {
          rows = Math.min(rows, of(input).rows());
        }
        yield first.thinned(rows / 2);
      }
      case Minus minus -> {
        RelEstimate first = of(minus.getInput(0));
        yield first.thinned(first.rows() / 2);
      }
      case Values values -> unknown(rel, values.getTuples().size());
      case CteScan scan -> of(scan.definition().plan());
      case LogicalUnnest unnest -> {
        RelEstimate input = of(unnest.getInput());
        yield SeriesEstimates.of(unnest, input)
            .orElseGet(() -> unknown(rel, Math.max(1, input.rows()) * LIST_ELEMENTS));
      }
      default -> {
        double rows = 1;
        for (RelNode input : rel.getInputs()) {
          rows *= Math.max(1, of(input).rows());
        }
        if (rel instanceof AppendsShare) {
          yield withShare(of(rel.getInput(0)));
        }
        boolean keepsRows = rel.getInputs().size() == 1 || rel instanceof KeepsLeftRows;
        yield keepsRows ? padded(rel) : unknown(rel, rows);
      }
    };
  }

  /** A node that keeps its input's rows and columns and may add columns. */
  private RelEstimate padded(RelNode rel) {
    RelEstimate input = of(rel.getInput(0));
    List<ColumnEstimate> columns = new ArrayList<>(input.columns());
    List<RelDataTypeField> fields = rel.getRowType().getFieldList();
    for (int i = columns.size(); i < fields.size(); i++) {
      columns.add(ColumnEstimate.computed(input.rows(), input.rows(), width(fields.get(i))));
    }
    return new RelEstimate(input.rows(), columns.subList(0, fields.size()));
  }

  private static RelEstimate withShare(RelEstimate input) {
    List<ColumnEstimate> columns = new ArrayList<>(input.columns());
    double rows = Math.max(1, input.rows());
    columns.add(new ColumnEstimate(rows, rows, rows, 0, 0, 1, Double.BYTES));
    return new RelEstimate(input.rows(), columns);
  }

  private static RelEstimate unknown(RelNode rel, double rows) {
    List<ColumnEstimate> columns = new ArrayList<>();
    for (RelDataTypeField field : rel.getRowType().getFieldList()) {
      columns.add(ColumnEstimate.computed(Math.max(1, rows), rows, width(field)));
    }
    return new RelEstimate(rows, columns);
  }

  private RelEstimate project(Project project) {
    RelEstimate input = of(project.getInput());
    List<ColumnEstimate> columns = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      columns.add(expression(input, expression));
    }
    return new RelEstimate(input.rows(), columns);
  }

  /** Returns what is expected of an expression over the columns. */
  static ColumnEstimate expression(RelEstimate input, RexNode expression) {
    int column = Selectivity.column(expression);
    if (column >= 0 && (expression instanceof RexInputRef || isNumberLike(expression))) {
      return input.column(column);
    }
    double width = width(expression.getType());
    if (expression instanceof RexLiteral literal) {
      double value = ValueScale.of(literal);
      return new ColumnEstimate(1, 1, input.rows(), literal.isNull() ? 1 : 0, value, value, width);
    }
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(expression);
    double distinct = used.isEmpty() ? 1 : input.distinctCombinations(used);
    double nulls = 0;
    for (int i : used) {
      nulls = Math.max(nulls, input.column(i).nullFraction());
    }
    distinct = Math.min(distinct, valuesOfCall(expression));
    return new ColumnEstimate(
        distinct, distinct, input.rows(), nulls, Double.NaN, Double.NaN, width);
  }

  /** Parts of dates have few values, whatever they are taken from. */
  private static double valuesOfCall(RexNode expression) {
    double[] most = {Double.MAX_VALUE};
    expression.accept(
        new RexVisitorImpl<Void>(false) {
          @Override
          public Void visitCall(org.apache.calcite.rex.RexCall call) {
            most[0] =
                switch (call.getOperator().getName().toLowerCase(java.util.Locale.ROOT)) {
                  case "year", "extract" -> 20;
                  case "month" -> 12;
                  case "quarter" -> 4;
                  case "substring", "substr", "left", "right" -> 1000;
                  case "case" -> call.getOperands().size();
                  default -> Double.MAX_VALUE;
                };
            return null;
          }
        });
    return most[0];
  }

  private static boolean isNumberLike(RexNode expression) {
    return switch (expression.getType().getSqlTypeName().getFamily()) {
      case NUMERIC, DATETIME, DATE, TIMESTAMP, CHARACTER -> true;
      case null, default -> false;
    };
  }

  private RelEstimate grouped(GroupedStates states, List<ImmutableBitSet> sets) {
    ImmutableBitSet keys = ImmutableBitSet.range(states.keys());
    return aggregate(states, of(states.getInput()), keys, sets);
  }

  private static RelEstimate aggregate(
      RelNode rel, RelEstimate input, ImmutableBitSet keys, List<ImmutableBitSet> sets) {
    double rows = 0;
    for (ImmutableBitSet set : sets) {
      rows += set.isEmpty() ? 1 : groups(input, set);
    }
    List<ColumnEstimate> columns = new ArrayList<>();
    for (int key : keys) {
      ColumnEstimate column = input.column(key);
      boolean isOnlyKey = keys.cardinality() == 1 && sets.size() == 1;
      columns.add(
          new ColumnEstimate(
              Math.min(column.distinct(), Math.max(1, rows)),
              column.domain(),
              isOnlyKey ? Math.max(rows, 1) : column.domainRows(),
              isOnlyKey && rows > 1
                  ? Math.min(column.nullFraction(), 1 / rows)
                  : column.nullFraction(),
              column.low(),
              column.high(),
              column.bytes()));
    }
    List<RelDataTypeField> fields = rel.getRowType().getFieldList();
    for (int i = columns.size(); i < fields.size(); i++) {
      columns.add(ColumnEstimate.computed(Math.max(1, rows), rows, width(fields.get(i))));
    }
    return new RelEstimate(rows, columns);
  }

  private static double groups(RelEstimate input, ImmutableBitSet keys) {
    double combinations = input.distinctCombinations(keys);
    double most = Math.max(1, input.rows());
    if (keys.cardinality() > 1 && combinations >= most) {
      combinations = most * GROUP_SHARE;
      for (int key : keys) {
        combinations = Math.max(combinations, Math.min(most, input.column(key).distinct()));
      }
    }
    return Math.min(Math.max(1, combinations), most);
  }

  private RelEstimate sort(Sort sort) {
    RelEstimate input = of(sort.getInput());
    double rows = input.rows();
    if (sort.offset instanceof RexLiteral offset) {
      rows = Math.max(0, rows - ValueScale.of(offset));
    }
    if (sort.fetch instanceof RexLiteral fetch) {
      rows = Math.min(rows, ValueScale.of(fetch));
    }
    return rows < input.rows() ? input.thinned(rows) : input;
  }

  private RelEstimate union(Union union) {
    double rows = 0;
    List<ColumnEstimate> columns = new ArrayList<>(Collections.nCopies(0, null));
    for (RelNode input : union.getInputs()) {
      RelEstimate estimate = of(input);
      rows += estimate.rows();
      for (int i = 0; i < estimate.columns().size(); i++) {
        if (columns.size() <= i) {
          columns.add(estimate.column(i));
        } else {
          columns.set(i, merged(columns.get(i), estimate.column(i)));
        }
      }
    }
    RelEstimate all = new RelEstimate(rows, columns);
    if (union.all) {
      return all;
    }
    double distinct = Math.max(1, groups(all, ImmutableBitSet.range(columns.size())));
    return all.thinned(Math.min(rows, distinct));
  }

  private static ColumnEstimate merged(ColumnEstimate one, ColumnEstimate other) {
    double domain = Math.max(one.domain(), other.domain());
    return new ColumnEstimate(
        Math.max(one.distinct(), other.distinct()),
        domain,
        one.domainRows() + other.domainRows(),
        (one.nullFraction() + other.nullFraction()) / 2,
        Math.min(one.low(), other.low()),
        Math.max(one.high(), other.high()),
        Math.max(one.bytes(), other.bytes()));
  }

  private static double width(RelDataTypeField field) {
    return width(field.getType());
  }

  /** Returns the usual size of a value of the type in memory. */
  static double width(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN, TINYINT -> 1;
      case SMALLINT -> 2;
      case INTEGER, DATE, FLOAT, REAL -> 4;
      case DECIMAL -> type.getPrecision() <= 18 ? 8 : 16;
      case CHAR, VARCHAR, BINARY, VARBINARY -> 24;
      default -> 8;
    };
  }
}
