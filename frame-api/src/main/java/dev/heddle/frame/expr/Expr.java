package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An expression over the columns of a frame; immutable, compared by structure.
 *
 * <p>Expressions are made by {@link Functions} and by the methods here. They carry names, not
 * positions; a verb checks them against its frame. Null follows SQL: operators give null for null,
 * {@link #and}, {@link #or} and {@link #not} are three-valued. Method names are free of Kotlin and
 * Scala keywords; {@code plus}, {@code minus}, {@code times} and {@code div} are operators in
 * Kotlin.
 *
 * <p>Only {@code String} and what is made of expressions is a {@code Comparable<String>}: a verb
 * that takes columns by name and by expression, mixed, takes these.
 */
@SuppressWarnings("ComparableType") // lists of columns mix names and expressions in this type
public sealed interface Expr
    extends Comparable<String>, ExprComparisons, ExprNested, ExprNumbers, ExprTexts, ExprTimes {

  /**
   * A column of the frame that the expression is used on.
   *
   * @param name exact name
   */
  record Column(String name) implements Expr {
    /** Checks that nothing is missing. */
    public Column {
      requireNonNull(name, "name is null");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A column by its position in the input of the node that holds the expression.
   *
   * @param index position, from 0
   * @param name name for people; what the expression means does not depend on it
   */
  record BoundColumn(int index, String name) implements Expr {
    /** Checks that the position is one. */
    public BoundColumn {
      requireNonNull(name, "name is null");
      if (index < 0) {
        throw new IllegalArgumentException("no position: " + index);
      }
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * In the plan of a subquery or on the right of a lateral join: a value of the row outside that it
   * is evaluated for.
   *
   * @param index position among the arguments of the innermost subquery or lateral join around
   * @param name name for people
   * @param type type of the argument
   * @param nullable whether it may be null
   */
  record OuterColumn(int index, String name, DataType type, boolean nullable) implements Expr {
    /** Checks that nothing is missing. */
    public OuterColumn {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
      if (index < 0) {
        throw new IllegalArgumentException("no position: " + index);
      }
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * In a frame that is made for a subquery: a column of a frame around it, by name. The verb that
   * takes the subquery puts an {@link OuterColumn} in its place; until then it has no type.
   *
   * @param name exact name
   * @param levels how many frames further out the column is; 1 for the one that takes the subquery
   */
  record OuterName(String name, int levels) implements Expr {
    private static final int MAX_LEVELS = 100;

    /** Checks that the level is one. */
    public OuterName {
      requireNonNull(name, "name is null");
      if (levels < 1 || levels > MAX_LEVELS) {
        throw new IllegalArgumentException("levels is " + levels + ", must be 1 to " + MAX_LEVELS);
      }
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * An expression as SQL text. The verb that takes it reads it over its columns and puts what it
   * means in its place.
   *
   * @param text the expression
   */
  record SqlText(String text) implements Expr {
    /** Checks that nothing is missing. */
    public SqlText {
      requireNonNull(text, "text is null");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A value that is given when the plan is run; a literal takes its place then.
   *
   * @param name its name, or its number from 1
   * @param type type that the value is converted to; NULL while it is not known
   */
  record Parameter(String name, DataType type) implements Expr {
    /** Checks that nothing is missing. */
    public Parameter {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
    }

    /** Returns whether the type is not known. */
    public boolean isUntyped() {
      return type instanceof DataType.Null;
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A value that is computed by a plan of its own, for each row anew.
   *
   * <p>The plan sees of the row only the values of {@link #arguments}, as {@link OuterColumn}s.
   */
  sealed interface Subquery extends Expr {
    /** Returns the plan. */
    SubqueryPlan plan();

    /** Returns what the plan's outer columns are, over the row that holds this expression. */
    List<Expr> arguments();
  }

  /**
   * The only value of the only row; null if there is no row. More than one is an error of code
   * {@code SUBQUERY_MULTIPLE_ROWS}.
   *
   * @param plan rows of one column
   * @param arguments values of the plan's outer columns
   */
  record ScalarSubquery(SubqueryPlan plan, List<Expr> arguments) implements Subquery {
    /** Copies the list. */
    public ScalarSubquery {
      requireNonNull(plan, "plan is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * Whether there is a row; never null.
   *
   * @param plan rows
   * @param arguments values of the plan's outer columns
   */
  record ExistsSubquery(SubqueryPlan plan, List<Expr> arguments) implements Subquery {
    /** Copies the list. */
    public ExistsSubquery {
      requireNonNull(plan, "plan is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * Whether a comparison of values with the plan's columns is true for some row: true if it is,
   * else null if it is null for some row, else false. {@code x IN (query)} is this with {@code =},
   * and {@code x op ALL (query)} the opposite of this with the opposite of the comparison.
   *
   * <p>Several values are compared as rows are: equality and inequality field by field in
   * three-valued logic, the others by the first field that differs.
   *
   * @param operands one a column of the plan, at least one
   * @param comparison {@code =, <>, <, <=, >} or {@code >=}
   * @param comparedAs type that both sides are converted to, for each operand; empty until a verb
   *     has typed it
   * @param plan rows
   * @param arguments values of the plan's outer columns
   */
  record QuantifiedSubquery(
      List<Expr> operands,
      ScalarFunction comparison,
      List<DataType> comparedAs,
      SubqueryPlan plan,
      List<Expr> arguments)
      implements Subquery {
    /** Copies the lists. */
    public QuantifiedSubquery {
      requireNonNull(comparison, "comparison is null");
      requireNonNull(plan, "plan is null");
      operands = Arguments.all(operands, "operands");
      comparedAs = Arguments.all(comparedAs, "comparedAs");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * The list of the values of all rows, in the plan's order; an empty list for no rows.
   *
   * @param plan rows of one column
   * @param arguments values of the plan's outer columns
   */
  record ArraySubquery(SubqueryPlan plan, List<Expr> arguments) implements Subquery {
    /** Copies the list. */
    public ArraySubquery {
      requireNonNull(plan, "plan is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A constant.
   *
   * <p>The value's class goes by the type: {@code Boolean}; {@code Long} for all integers; {@code
   * Float}; {@code Double}; {@code BigDecimal} of the type's scale; {@code String}; {@link
   * dev.heddle.frame.schema.Bytes}; {@code LocalDate}; {@code LocalTime}; {@code LocalDateTime},
   * with zone {@code Instant}; {@link dev.heddle.frame.schema.CalendarInterval}.
   *
   * @param value null for a typed null
   * @param type type of the value
   */
  record Literal(@Nullable Object value, DataType type) implements Expr {
    /** Checks that the value is of the class that the type asks for, and in its range. */
    public Literal {
      requireNonNull(type, "type is null");
      value = Literals.checked(value, type);
    }

    /** Returns whether this is null. */
    public boolean isNullLiteral() {
      return value == null;
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A call of a scalar function.
   *
   * @param function entry of the catalogue
   * @param arguments arguments in the catalogue's order
   */
  record Call(ScalarFunction function, List<Expr> arguments) implements Expr {
    /** Copies the list. */
    public Call {
      requireNonNull(function, "function is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    /** Makes a call of the arguments. */
    public static Call of(ScalarFunction function, Expr... arguments) {
      return new Call(function, Arguments.all(arguments, "arguments"));
    }

    @Override
    public int hashCode() {
      return ExprEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return ExprEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A call of a scalar function of the user's own.
   *
   * @param function what is called
   * @param arguments arguments in order
   */
  record UserCall(UserFunction function, List<Expr> arguments) implements Expr {
    /** Copies the list. */
    public UserCall {
      requireNonNull(function, "function is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public int hashCode() {
      return ExprEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return ExprEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A conversion.
   *
   * @param operand what is converted
   * @param type wanted type
   * @param mode what happens to values that do not fit
   */
  record Cast(Expr operand, DataType type, CastMode mode) implements Expr {
    /** Checks that nothing is missing. */
    public Cast {
      requireNonNull(operand, "operand is null");
      requireNonNull(type, "type is null");
      requireNonNull(mode, "mode is null");
    }

    @Override
    public int hashCode() {
      return ExprEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return ExprEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * One branch of a {@link Case}.
   *
   * @param condition boolean
   * @param value result if the condition is the first true one
   */
  record Branch(Expr condition, Expr value) {
    /** Checks that nothing is missing. */
    public Branch {
      requireNonNull(condition, "condition is null");
      requireNonNull(value, "value is null");
    }
  }

  /**
   * The value of the first branch whose condition is true; values are evaluated only for the rows
   * that need them.
   *
   * @param branches at least one
   * @param otherwise value where no condition is true; a null literal if none was given
   */
  record Case(List<Branch> branches, Expr otherwise) implements Expr {
    /** Copies the list. */
    public Case {
      branches = Arguments.all(branches, "branches");
      requireNonNull(otherwise, "otherwise is null");
      if (branches.isEmpty()) {
        throw new AnalysisException("Cannot make a case: it has no branch");
      }
    }

    @Override
    public int hashCode() {
      return ExprEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return ExprEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * Whether the operand equals one of the values; null if it is null, or if there is no match and
   * one of them is null. False for no values, whatever the operand is.
   *
   * @param operand what is looked for
   * @param values any number of them
   */
  record In(Expr operand, List<Expr> values) implements Expr {
    /** Copies the list. */
    public In {
      requireNonNull(operand, "operand is null");
      values = Arguments.all(values, "values");
    }

    @Override
    public int hashCode() {
      return ExprEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return ExprEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * An expression with the name of its result column.
   *
   * @param operand what is named
   * @param name name of the result column
   */
  record Alias(Expr operand, String name) implements Expr {
    /** Checks that nothing is missing. */
    public Alias {
      requireNonNull(operand, "operand is null");
      requireNonNull(name, "name is null");
    }

    @Override
    public int hashCode() {
      return ExprEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return ExprEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /** A call that may be made over a window. */
  sealed interface Windowed extends Expr permits Aggregate, WindowCall {
    /** Returns this call over a window: one value for each row instead of one for each group. */
    default Over over(WindowSpec window) {
      return new Over(this, window);
    }
  }

  /**
   * A call of an aggregate function.
   *
   * @param function entry of the catalogue
   * @param arguments scalar expressions over the rows of a group
   * @param isDistinct whether equal arguments count once
   * @param condition boolean; rows for which it is not true are left out; null means none
   * @param orderBy order of the rows, for functions that use one
   */
  record Aggregate(
      AggregateFunction function,
      List<Expr> arguments,
      boolean isDistinct,
      @Nullable Expr condition,
      List<SortKey> orderBy)
      implements Windowed {
    /** Copies the lists. */
    public Aggregate {
      requireNonNull(function, "function is null");
      arguments = Arguments.all(arguments, "arguments");
      orderBy = Arguments.all(orderBy, "orderBy");
    }

    /** Makes a call without distinct, condition and order. */
    public static Aggregate of(AggregateFunction function, Expr... arguments) {
      return new Aggregate(function, Arguments.all(arguments, "arguments"), false, null, List.of());
    }

    /** Returns this call over the rows for which the condition is true. */
    public Aggregate filter(Expr newCondition) {
      return new Aggregate(
          function,
          arguments,
          isDistinct,
          requireNonNull(newCondition, "newCondition is null"),
          orderBy);
    }

    /** Returns this call with equal arguments counted once. */
    public Aggregate distinct() {
      return new Aggregate(function, arguments, true, condition, orderBy);
    }

    /** Returns this call over rows in an order; only {@code first} and {@code last} look at it. */
    public Aggregate orderBy(SortKey... keys) {
      return ordered(Arguments.all(keys, "keys"));
    }

    /** Returns this call over rows in an order of columns, by name, expression or sort key. */
    @SafeVarargs
    public final Aggregate orderBy(Comparable<String>... columns) {
      return ordered(ColumnArguments.sortKeys(columns));
    }

    private Aggregate ordered(List<SortKey> keys) {
      return new Aggregate(function, arguments, isDistinct, condition, keys);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A call of a window function; it becomes a value by {@link #over}.
   *
   * @param function entry of the catalogue
   * @param arguments scalar expressions
   * @param nulls whether rows with a null value are passed over
   */
  record WindowCall(WindowFunction function, List<Expr> arguments, NullTreatment nulls)
      implements Windowed {
    /** Copies the list. */
    public WindowCall {
      requireNonNull(function, "function is null");
      requireNonNull(nulls, "nulls is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    /** Makes a call that counts rows with null values. */
    public static WindowCall of(WindowFunction function, Expr... arguments) {
      return new WindowCall(function, Arguments.all(arguments, "arguments"), NullTreatment.RESPECT);
    }

    /** Returns this call with rows of null values passed over. */
    public WindowCall ignoreNulls() {
      return new WindowCall(function, arguments, NullTreatment.IGNORE);
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A window or aggregate function evaluated for each row over the rows of its window.
   *
   * @param call the function
   * @param window the rows it sees
   */
  record Over(Windowed call, WindowSpec window) implements Expr {
    /** Checks that nothing is missing. */
    public Over {
      requireNonNull(call, "call is null");
      requireNonNull(window, "window is null");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * Returns the name of its result column: the one it was given, that of a column or field, else
   * its text.
   */
  default String outputName() {
    return switch (this) {
      case Alias alias -> alias.name();
      case Column column -> column.name();
      case BoundColumn column -> column.name();
      case OuterColumn column -> column.name();
      case OuterName column -> column.name();
      case Cast(BoundColumn column, DataType _, CastMode _) -> column.name();
      case Cast(Column column, DataType _, CastMode _) -> column.name();
      case Call(ScalarFunction function, List<Expr> arguments)
          when function == ScalarFunction.FIELD
              && arguments.get(1) instanceof Literal(Object name, DataType _) ->
          String.valueOf(name);
      default -> toString();
    };
  }

  /** Compares the name of the result column with a name, as text. */
  @Override
  default int compareTo(String name) {
    return outputName().compareTo(requireNonNull(name, "name is null"));
  }

  /** Returns this expression with another name for its result column. */
  default Alias named(String name) {
    return new Alias(this, name);
  }

  /** Returns this value converted to a type; a value that does not fit is an error. */
  default Cast cast(DataType type) {
    return new Cast(this, type, CastMode.STRICT);
  }

  /** Returns this value converted to a type, null where it does not fit. */
  default Cast tryCast(DataType type) {
    return new Cast(this, type, CastMode.TRY);
  }

  /** Returns a sort key: small values first, nulls last. */
  default SortKey ascending() {
    return new SortKey(this, SortDirection.ASCENDING, NullPlacement.LAST);
  }

  /** Returns a sort key: large values first, nulls last. */
  default SortKey descending() {
    return new SortKey(this, SortDirection.DESCENDING, NullPlacement.LAST);
  }

  /** Returns whether both are true. */
  default Expr and(Expr other) {
    return Call.of(ScalarFunction.AND, this, other);
  }

  /** Returns whether one is true. */
  default Expr or(Expr other) {
    return Call.of(ScalarFunction.OR, this, other);
  }

  /** Returns the opposite. */
  default Expr not() {
    return Call.of(ScalarFunction.NOT, this);
  }

  /** Returns whether this is null. */
  default Expr isNull() {
    return Call.of(ScalarFunction.IS_NULL, this);
  }

  /** Returns whether this is not null. */
  default Expr isNotNull() {
    return Call.of(ScalarFunction.IS_NOT_NULL, this);
  }

  /** Returns whether this is true; false for null. */
  default Expr isTrue() {
    return Call.of(ScalarFunction.IS_TRUE, this);
  }

  /** Returns whether this is false; false for null. */
  default Expr isFalse() {
    return Call.of(ScalarFunction.IS_FALSE, this);
  }

  /** Returns the direct parts of this expression, in order. */
  default List<Expr> children() {
    return switch (this) {
      case Column column -> List.of();
      case BoundColumn column -> List.of();
      case OuterColumn column -> List.of();
      case OuterName column -> List.of();
      case Parameter parameter -> List.of();
      case SqlText text -> List.of();
      case Literal literal -> List.of();
      case QuantifiedSubquery query ->
          Stream.concat(query.operands().stream(), query.arguments().stream()).toList();
      case Subquery query -> query.arguments();
      case Call call -> call.arguments();
      case UserCall call -> call.arguments();
      case Cast cast -> List.of(cast.operand());
      case Alias alias -> List.of(alias.operand());
      case In in -> {
        List<Expr> parts = new ArrayList<>(1 + in.values().size());
        parts.add(in.operand());
        parts.addAll(in.values());
        yield parts;
      }
      case Case cases -> {
        List<Expr> parts = new ArrayList<>();
        for (Branch branch : cases.branches()) {
          parts.addAll(Arrays.asList(branch.condition(), branch.value()));
        }
        parts.add(cases.otherwise());
        yield List.copyOf(parts);
      }
      case Aggregate call -> {
        List<Expr> parts = new ArrayList<>(call.arguments());
        if (call.condition() != null) {
          parts.add(call.condition());
        }
        call.orderBy().forEach(key -> parts.add(key.expr()));
        yield List.copyOf(parts);
      }
      case WindowCall call -> call.arguments();
      case Over over -> {
        List<Expr> parts = new ArrayList<>(List.of(over.call()));
        parts.addAll(over.window().partitionBy());
        over.window().orderBy().forEach(key -> parts.add(key.expr()));
        yield List.copyOf(parts);
      }
    };
  }
}
