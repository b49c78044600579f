package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls over several rows, aggregates and window functions; part of {@link Expr}. */
public sealed interface AggregateNodes permits Expr {
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
}
