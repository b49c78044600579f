package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
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
    extends Comparable<String>,
        AggregateNodes,
        ColumnNodes,
        SubqueryNodes,
        ExprComparisons,
        ExprNested,
        ExprNumbers,
        ExprTexts,
        ExprTimes
    permits ColumnNodes.Column,
        ColumnNodes.BoundColumn,
        ColumnNodes.OuterColumn,
        ColumnNodes.OuterName,
        Expr.SqlText,
        Expr.Parameter,
        SubqueryNodes.Subquery,
        Expr.Literal,
        Expr.Call,
        Expr.UserCall,
        Expr.Cast,
        Expr.Case,
        Expr.In,
        Expr.Alias,
        AggregateNodes.Windowed,
        AggregateNodes.Over {
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
