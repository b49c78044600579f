package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.schema.DataType;
import java.util.List;
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
    extends Comparable<String>,
        ColumnNodes,
        PlaceholderNodes,
        SubqueryNodes,
        ExprComparisons,
        ExprNested,
        ExprNumbers,
        ExprTexts,
        ExprTimes,
        ExprValues
    permits Expr.Column,
        ColumnNodes.BoundColumn,
        ColumnNodes.OuterColumn,
        ColumnNodes.OuterName,
        PlaceholderNodes.SqlText,
        PlaceholderNodes.Parameter,
        SubqueryNodes.Subquery,
        Expr.Literal,
        Expr.Call,
        Expr.UserCall,
        Expr.Cast,
        Expr.Case,
        Expr.In,
        Expr.Alias,
        Expr.Windowed,
        Expr.Over {
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
   * @param user the code of {@link AggregateFunction#USER}; null for others
   */
  record Aggregate(
      AggregateFunction function,
      List<Expr> arguments,
      boolean isDistinct,
      @Nullable Expr condition,
      List<SortKey> orderBy,
      @Nullable UserAggregate user)
      implements Windowed {
    /** Copies the lists. */
    public Aggregate {
      requireNonNull(function, "function is null");
      arguments = Arguments.all(arguments, "arguments");
      orderBy = Arguments.all(orderBy, "orderBy");
      if ((function == AggregateFunction.USER) != (user != null)) {
        throw new AnalysisException(
            "An aggregate of the user's own has code, and others have none");
      }
    }

    /** Makes a call of a function of the catalogue. */
    public Aggregate(
        AggregateFunction function,
        List<Expr> arguments,
        boolean isDistinct,
        @Nullable Expr condition,
        List<SortKey> orderBy) {
      this(function, arguments, isDistinct, condition, orderBy, null);
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
          orderBy,
          user);
    }

    /** Returns this call with equal arguments counted once. */
    public Aggregate distinct() {
      return new Aggregate(function, arguments, true, condition, orderBy, user);
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
      return new Aggregate(function, arguments, isDistinct, condition, keys, user);
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

  /** Returns the direct parts of this expression, in order. */
  default List<Expr> children() {
    return ExprParts.children(this);
  }
}
