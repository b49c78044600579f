package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.SubqueryPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a frame means: immutable, compared by structure, each node with its output schema.
 *
 * <p>Frames build these nodes after checking every name and type, so a reader of a plan may rely on
 * the following. Columns are named exactly; a name that an expression uses occurs once in the
 * input. Aggregates stand only in {@link Aggregate}, windows only in {@link Window}; every other
 * expression is scalar. Arguments are <em>not</em> yet converted: the types a call converts them to
 * come from {@link dev.heddle.frame.expr.ExprTyper#signature}, those of {@code CASE} and {@code IN}
 * from its {@code commonType}. The inputs of set operations have equal column types.
 */
public sealed interface LogicalPlan extends SubqueryPlan {
  /** Returns the columns of the result. */
  @Override
  Schema schema();

  /** Returns the inputs in order. */
  List<LogicalPlan> inputs();

  /** A plan of one input. */
  sealed interface OneInput extends LogicalPlan {
    /** Returns the rows that it reads. */
    LogicalPlan input();

    @Override
    default List<LogicalPlan> inputs() {
      return List.of(input());
    }
  }

  /** A plan of two inputs. */
  sealed interface TwoInputs extends LogicalPlan {
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
   * Pairs of rows of two inputs.
   *
   * @param left left rows
   * @param right right rows
   * @param kind which pairs and lone rows the result has
   * @param keys equalities that all must hold; may be empty
   * @param condition scalar boolean over {@code pairSchema} that must hold too; null means none
   * @param pairSchema the left columns and then the right ones under names that are all different
   * @param schema columns of the result: those of {@code pairSchema}, only the left ones for semi
   *     and anti joins, nullable where the kind adds nulls
   */
  record Join(
      LogicalPlan left,
      LogicalPlan right,
      JoinKind kind,
      List<JoinKey> keys,
      @Nullable Expr condition,
      Schema pairSchema,
      Schema schema)
      implements TwoInputs {
    /** Copies the list. */
    public Join {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(kind, "kind is null");
      requireNonNull(pairSchema, "pairSchema is null");
      requireNonNull(schema, "schema is null");
      keys = Arguments.all(keys, "keys");
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
   * Left rows, each beside the rows of a plan that is computed for it anew.
   *
   * @param left left rows
   * @param right rows; of the left row it sees the arguments, as {@link Expr.OuterColumn}s
   * @param arguments scalar expressions over the left input
   * @param keepsLeft whether a left row without a match stays, beside nulls
   * @param condition boolean over both rows' columns that a pair must fulfil; null means none
   * @param schema the left columns, then the right ones, nullable where left rows stay
   */
  record LateralJoin(
      LogicalPlan left,
      LogicalPlan right,
      List<Expr> arguments,
      boolean keepsLeft,
      @Nullable Expr condition,
      Schema schema)
      implements TwoInputs {
    /** Copies the list. */
    public LateralJoin {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(schema, "schema is null");
      arguments = Arguments.all(arguments, "arguments");
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
   * Left rows, each beside the one right row that is next to it in an order, or beside nulls.
   *
   * @param left left rows
   * @param right right rows
   * @param direction where a left row looks for its right row
   * @param allowsEqual whether a right row at the same place is found
   * @param keys equalities that must hold too; may be empty
   * @param leftOn place of a left row, a scalar expression over it; null finds nothing
   * @param rightOn place of a right row; null is not found
   * @param comparedAs ordered type that both places are converted to
   * @param schema the left columns, then the right ones, nullable, under names that are all
   *     different
   */
  record AsOfJoin(
      LogicalPlan left,
      LogicalPlan right,
      AsOfDirection direction,
      boolean allowsEqual,
      List<JoinKey> keys,
      Expr leftOn,
      Expr rightOn,
      DataType comparedAs,
      Schema schema)
      implements TwoInputs {
    /** Copies the list. */
    public AsOfJoin {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(direction, "direction is null");
      requireNonNull(leftOn, "leftOn is null");
      requireNonNull(rightOn, "rightOn is null");
      requireNonNull(comparedAs, "comparedAs is null");
      requireNonNull(schema, "schema is null");
      keys = Arguments.all(keys, "keys");
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
   * The rows in an order.
   *
   * @param input rows
   * @param keys at least one scalar key over the input, the most significant first
   */
  record Sort(LogicalPlan input, List<SortKey> keys) implements OneInput {
    /** Copies the list. */
    public Sort {
      requireNonNull(input, "input is null");
      keys = Arguments.all(keys, "keys");
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
   * Some of the rows: the first ones if the input is ordered, otherwise any.
   *
   * @param input rows
   * @param offset how many are left out first
   * @param count how many are kept at most; {@link #ALL} for all
   */
  record Limit(LogicalPlan input, long offset, long count) implements OneInput {
    /** Count of a limit that only has an offset. */
    public static final long ALL = Long.MAX_VALUE;

    /** Checks that nothing is missing. */
    public Limit {
      requireNonNull(input, "input is null");
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
   * Some of the rows, as {@link Limit}, where the numbers are computed by the query.
   *
   * @param input rows; of kind {@code WITH_TIES} a {@link Sort}
   * @param offset how many rows are left out first, a BIGINT without columns of the input; null, as
   *     an expression and as its value, for none
   * @param count how many are kept at most, a BIGINT, of kind {@code PERCENT} a DOUBLE, likewise;
   *     null for all
   * @param kind what the count counts
   */
  record ComputedLimit(
      LogicalPlan input, @Nullable Expr offset, @Nullable Expr count, LimitKind kind)
      implements OneInput {
    /** Checks that nothing is missing. */
    public ComputedLimit {
      requireNonNull(input, "input is null");
      requireNonNull(kind, "kind is null");
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
   * Rows chosen at random: each alike, and each at most once.
   *
   * <p>The same seed chooses the same rows wherever the input's rows come in the same order, as
   * those of files and tables do, whatever the number of threads.
   *
   * @param input rows
   * @param size how many
   * @param seed what the choice follows from
   */
  record Sample(LogicalPlan input, SampleSize size, long seed) implements OneInput {
    /** Checks that nothing is missing. */
    public Sample {
      requireNonNull(input, "input is null");
      requireNonNull(size, "size is null");
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
   * All rows of all inputs, equal ones too.
   *
   * @param inputs at least two, with equal column types
   * @param schema names of the first; nullable where some input is
   */
  record Union(List<LogicalPlan> inputs, Schema schema) implements LogicalPlan {
    /** Copies the list. */
    public Union {
      inputs = Arguments.all(inputs, "inputs");
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
   * The different rows that both inputs have; nulls are equal.
   *
   * @param left rows
   * @param right rows with equal column types
   * @param all whether a row comes as often as it is in both inputs, and not once
   * @param schema names of the left
   */
  record Intersect(LogicalPlan left, LogicalPlan right, boolean all, Schema schema)
      implements TwoInputs {
    /** Checks that nothing is missing. */
    public Intersect {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
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
   * The different rows of the left that the right does not have; nulls are equal.
   *
   * @param left rows
   * @param right rows with equal column types
   * @param all whether a row comes as often as the left has it more often than the right, and not
   *     once if the right has none
   * @param schema columns of the left
   */
  record Except(LogicalPlan left, LogicalPlan right, boolean all, Schema schema)
      implements TwoInputs {
    /** Checks that nothing is missing. */
    public Except {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
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
   * The different rows; nulls are equal.
   *
   * @param input rows
   */
  record Distinct(LogicalPlan input) implements OneInput {
    /** Checks that nothing is missing. */
    public Distinct {
      requireNonNull(input, "input is null");
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
