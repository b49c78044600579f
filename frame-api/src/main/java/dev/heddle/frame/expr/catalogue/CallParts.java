package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call is made of, but for its window.
 *
 * @param arguments in order
 * @param isDistinct whether equal arguments count once
 * @param filter condition on the rows of an aggregate; null without
 * @param orderBy order of the rows of an aggregate, inside the call or by WITHIN GROUP
 * @param nulls what a window function does with nulls
 */
public record CallParts(
    List<Expr> arguments,
    boolean isDistinct,
    @Nullable Expr filter,
    List<SortKey> orderBy,
    NullTreatment nulls) {
  /** Copies the lists. */
  public CallParts {
    arguments = Arguments.all(arguments, "arguments");
    orderBy = Arguments.all(orderBy, "orderBy");
    requireNonNull(nulls, "nulls is null");
  }

  /** Returns a call of arguments and nothing else. */
  public static CallParts of(Expr... arguments) {
    return of(Arguments.all(arguments, "arguments"));
  }

  /** Returns a call of arguments and nothing else. */
  public static CallParts of(List<Expr> arguments) {
    return new CallParts(arguments, false, null, List.of(), NullTreatment.RESPECT);
  }

  /** Returns this call with equal arguments counted once. */
  public CallParts distinct() {
    return new CallParts(arguments, true, filter, orderBy, nulls);
  }

  /** Returns this call over the rows for which the condition is true. */
  public CallParts filter(Expr condition) {
    return new CallParts(
        arguments, isDistinct, requireNonNull(condition, "condition is null"), orderBy, nulls);
  }

  /** Returns this call over rows in an order. */
  public CallParts orderBy(SortKey... keys) {
    return new CallParts(arguments, isDistinct, filter, Arguments.all(keys, "keys"), nulls);
  }

  /** Returns this call with rows of null values passed over. */
  public CallParts ignoreNulls() {
    return new CallParts(arguments, isDistinct, filter, orderBy, NullTreatment.IGNORE);
  }

  /** Returns what decides which function is meant. */
  public CallShape shape() {
    return new CallShape(arguments.size(), isDistinct, filter != null, !orderBy.isEmpty(), false);
  }

  CallParts notDistinct() {
    return new CallParts(arguments, false, filter, orderBy, nulls);
  }

  /** Returns an argument by its position. */
  public Expr argument(int index) {
    if (index < 0 || index >= arguments.size()) {
      throw new AnalysisException(
          "a call of " + arguments.size() + " arguments has none at " + index);
    }
    return arguments.get(index);
  }

  /** Returns the number of arguments. */
  public int count() {
    return arguments.size();
  }

  /** Makes an aggregate of other arguments, with this call's DISTINCT and filter. */
  public Expr.Aggregate aggregate(AggregateFunction function, Expr... others) {
    return new Expr.Aggregate(
        function, Arguments.all(others, "others"), isDistinct, filter, List.of());
  }

  /** Makes such an aggregate over the rows, in an order, for which a further condition is true. */
  public Expr.Aggregate aggregateWhere(
      Expr condition, List<SortKey> keys, AggregateFunction function, Expr... others) {
    return new Expr.Aggregate(
        function,
        Arguments.all(others, "others"),
        isDistinct,
        filter == null ? condition : filter.and(condition),
        keys);
  }
}
