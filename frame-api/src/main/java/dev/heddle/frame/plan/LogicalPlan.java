package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SubqueryPlan;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a frame means: immutable, compared by structure, each node with its output schema.
 *
 * <p>Frames build these nodes after checking every name and type, so a reader of a plan may rely on
 * the following. Columns are named exactly; a name that an expression uses occurs once in the
 * input. Aggregates occur only in {@link Aggregate}, windows only in {@link Window}; every other
 * expression is scalar. Arguments are <em>not</em> yet converted: the types a call converts them to
 * come from {@link dev.heddle.frame.expr.ExprTyper#signature}, those of {@code CASE} and {@code IN}
 * from its {@code commonType}. The inputs of set operations have equal column types.
 */
public sealed interface LogicalPlan
    extends SubqueryPlan, JoinNodes, LimitNodes, PartitionNodes, RecursionNodes, SetNodes
    permits LogicalPlan.OneInput,
        LogicalPlan.TwoInputs,
        LogicalPlan.Scan,
        LogicalPlan.Values,
        SetNodes.Union,
        RecursionNodes.WorkingTable {
  /** Returns the columns of the result. */
  @Override
  Schema schema();

  /** Returns the inputs in order. */
  List<LogicalPlan> inputs();

  /** A plan of one input. */
  sealed interface OneInput extends LogicalPlan
      permits Project,
          Filter,
          Aggregate,
          LimitNodes.Sort,
          LimitNodes.Limit,
          LimitNodes.ComputedLimit,
          LimitNodes.Sample,
          PartitionNodes.Repartition,
          SetNodes.Distinct,
          Window,
          RowIndex,
          Explode,
          Unnest {
    /** Returns the rows that it reads. */
    LogicalPlan input();

    @Override
    default List<LogicalPlan> inputs() {
      return List.of(input());
    }
  }

  /** A plan of two inputs. */
  sealed interface TwoInputs extends LogicalPlan
      permits JoinNodes.Join,
          JoinNodes.LateralJoin,
          JoinNodes.AsOfJoin,
          SetNodes.Intersect,
          SetNodes.Except,
          RecursionNodes.RecursiveUnion {
    /** Returns the rows of the first input. */
    LogicalPlan left();

    /** Returns the rows of the second input. */
    LogicalPlan right();

    @Override
    default List<LogicalPlan> inputs() {
      return List.of(left(), right());
    }
  }

  /**
   * The rows of a resolved source.
   *
   * @param source where they come from
   * @param schema its columns as found when the source was named
   */
  record Scan(Source source, Schema schema) implements LogicalPlan {
    /** Checks that nothing is missing. */
    public Scan {
      requireNonNull(source, "source is null");
      requireNonNull(schema, "schema is null");
    }

    @Override
    public List<LogicalPlan> inputs() {
      return List.of();
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * Constant rows.
   *
   * @param schema their columns
   * @param rows one literal for each column, of exactly its type
   */
  record Values(Schema schema, List<List<Expr.Literal>> rows) implements LogicalPlan {
    /** Copies the lists. */
    public Values {
      requireNonNull(schema, "schema is null");
      rows = rows.stream().map(List::copyOf).toList();
    }

    @Override
    public List<LogicalPlan> inputs() {
      return List.of();
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * Columns computed from each row.
   *
   * @param input rows
   * @param columns scalar expressions over the input
   * @param schema one field for each column
   */
  record Project(LogicalPlan input, List<NamedExpr> columns, Schema schema) implements OneInput {
    /** Copies the list. */
    public Project {
      requireNonNull(input, "input is null");
      requireNonNull(schema, "schema is null");
      columns = Arguments.all(columns, "columns");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * The rows for which a predicate is true.
   *
   * @param input rows
   * @param predicate scalar boolean over the input
   */
  record Filter(LogicalPlan input, Expr predicate) implements OneInput {
    /** Checks that nothing is missing. */
    public Filter {
      requireNonNull(input, "input is null");
      requireNonNull(predicate, "predicate is null");
    }

    @Override
    public Schema schema() {
      return input.schema();
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * One row for each group of each grouping set. Without keys there is one group, also over no
   * rows.
   *
   * @param input rows
   * @param keys scalar expressions over the input that make the groups
   * @param aggregates calls over the rows of a group
   * @param groupingSets positions in {@code keys}; a plain group-by has one set of all positions. A
   *     key that is not in a row's set is null there
   * @param schema the keys, then the aggregates
   */
  record Aggregate(
      LogicalPlan input,
      List<NamedExpr> keys,
      List<NamedAggregate> aggregates,
      List<List<Integer>> groupingSets,
      Schema schema)
      implements OneInput {
    /** Copies the lists. */
    public Aggregate {
      requireNonNull(input, "input is null");
      requireNonNull(schema, "schema is null");
      keys = Arguments.all(keys, "keys");
      aggregates = Arguments.all(aggregates, "aggregates");
      groupingSets = groupingSets.stream().map(List::copyOf).toList();
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * The rows with columns of window functions behind their own.
   *
   * @param input rows
   * @param columns calls over the input
   * @param schema the input's columns, then these
   */
  record Window(LogicalPlan input, List<NamedWindow> columns, Schema schema) implements OneInput {
    /** Copies the list. */
    public Window {
      requireNonNull(input, "input is null");
      requireNonNull(schema, "schema is null");
      columns = Arguments.all(columns, "columns");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * The rows with a BIGINT that counts them before their own columns: in the input's order if it
   * has one, else in any.
   *
   * @param input rows
   * @param name name of the new first column
   * @param start number of the first row
   * @param schema the new column, then the input's
   */
  record RowIndex(LogicalPlan input, String name, long start, Schema schema) implements OneInput {
    /** Checks that nothing is missing. */
    public RowIndex {
      requireNonNull(input, "input is null");
      requireNonNull(name, "name is null");
      requireNonNull(schema, "schema is null");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * A row for each element of a column of lists, or for each entry of a column of maps.
   *
   * @param input rows
   * @param column name of the column
   * @param keepsEmpty whether a row whose list is null or empty stays, with null for the element
   * @param position name of the column with the elements' positions from 1, which is the last one;
   *     null for none
   * @param schema the input's columns, with the element in the list's place, or a map's key and
   *     value, then the position
   */
  record Explode(
      LogicalPlan input,
      String column,
      boolean keepsEmpty,
      @Nullable String position,
      Schema schema)
      implements OneInput {
    /** Checks that nothing is missing. */
    public Explode {
      requireNonNull(input, "input is null");
      requireNonNull(column, "column is null");
      requireNonNull(schema, "schema is null");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * A row for each element of a list that is computed from a row, or for each entry of a map.
   *
   * @param input rows
   * @param list scalar expression over the input of type list or map
   * @param keepsEmpty whether a row whose list is null or empty stays, with null for the element
   * @param withPosition whether the element's position from 1 follows it
   * @param schema the input's columns, then the element (of a map, the struct of key and value),
   *     then the position
   */
  record Unnest(
      LogicalPlan input, Expr list, boolean keepsEmpty, boolean withPosition, Schema schema)
      implements OneInput {
    /** Checks that nothing is missing. */
    public Unnest {
      requireNonNull(input, "input is null");
      requireNonNull(list, "list is null");
      requireNonNull(schema, "schema is null");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }
}
