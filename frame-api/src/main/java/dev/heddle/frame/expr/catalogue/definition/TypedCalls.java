package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateEntry;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.QuantileDefinitions;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates that are others for some types: the sum of booleans counts the true ones, the mean of
 * dates and times is one, and the median of what has no values between two is the lower one. Floats
 * are added in the order that a call states.
 */
public final class TypedCalls {
  private static final String QUANTILE = "quantile_cont";

  private TypedCalls() {}

  /**
   * Returns the call over arguments, one at least.
   *
   * @param types returns the type of what an argument or a key of the call is
   */
  public static Expr build(FunctionEntry entry, CallParts parts, Function<Expr, DataType> types) {
    if (entry.names().contains(QUANTILE)) {
      Expr value =
          parts.count() == 1 && parts.orderBy().size() == 1
              ? parts.orderBy().getFirst().expr()
              : parts.argument(0);
      return isWide(types.apply(value))
          ? QuantileDefinitions.ofDecimals(parts)
          : entry.build(parts);
    }
    DataType type = types.apply(parts.argument(0));
    Expr other =
        requireNonNull(entry, "entry is null") instanceof AggregateEntry aggregate
            ? other(aggregate.function(), parts, type)
            : null;
    return other == null ? entry.build(parts) : other;
  }

  private static @Nullable Expr other(AggregateFunction function, CallParts parts, DataType type) {
    return switch (function) {
      case SUM ->
          type instanceof DataType.Bool
              ? parts.aggregate(function, parts.argument(0).cast(DataType.INT32))
              : inOrder("list_sum", parts, type);
      case AVG -> isTime(type) ? mean(parts, type) : inOrder("list_avg", parts, type);
      case MEDIAN -> median(parts, type);
      default -> null;
    };
  }

  private static @Nullable Expr median(CallParts parts, DataType type) {
    CallParts half = with(parts, List.of(parts.argument(0), lit(0.5)));
    if (isWide(type)) {
      return QuantileDefinitions.ofDecimals(half);
    }
    return hasMiddle(type) ? null : FunctionCatalogue.call("quantile_disc", half);
  }

  private static boolean isWide(DataType type) {
    return type instanceof DataType.Decimal decimal && !decimal.fitsLong() && decimal.scale() > 0;
  }

  /** What floats are in an order of their rows, which rounding makes matter; null of all else. */
  private static @Nullable Expr inOrder(String ofList, CallParts parts, DataType type) {
    if (!type.isFloat() || parts.orderBy().isEmpty() || parts.isDistinct()) {
      return null;
    }
    Expr list =
        new Expr.Aggregate(
            AggregateFunction.ARRAY_AGG, parts.arguments(), false, parts.filter(), parts.orderBy());
    return call(ofList, list);
  }

  private static boolean isTime(DataType type) {
    return type instanceof DataType.Date
        || type instanceof DataType.Time
        || (type instanceof DataType.Timestamp time && !time.withZone());
  }

  private static boolean hasMiddle(DataType type) {
    return switch (type) {
      case DataType.Str _, DataType.Bool _, DataType.Binary _, DataType.Uuid _ -> false;
      case DataType.ListOf _, DataType.Struct _ -> false;
      default -> true;
    };
  }

  private static Expr mean(CallParts parts, DataType type) {
    Expr value = parts.argument(0);
    boolean isClock = type instanceof DataType.Time;
    Expr micros = call("epoch_us", isClock ? value : value.cast(DataType.TIMESTAMP));
    Expr count = parts.aggregate(AggregateFunction.COUNT, value);
    Expr sum = parts.aggregate(AggregateFunction.SUM, micros);
    Expr rest = FunctionCatalogue.call("mod", CallParts.of(sum, count));
    Expr whole = sum.minus(rest).div(count).cast(DataType.INT64);
    Expr nearest = whole.plus(caseWhen(rest.times(lit(2)).gt(count), lit(1)).otherwise(lit(0)));
    return call(isClock ? "time_from_micros" : "make_timestamp", nearest);
  }

  private static Expr call(String name, Expr argument) {
    return FunctionCatalogue.call(name, CallParts.of(argument));
  }

  private static CallParts with(CallParts parts, List<Expr> arguments) {
    return new CallParts(
        new ArrayList<>(arguments),
        parts.isDistinct(),
        parts.filter(),
        parts.orderBy(),
        parts.nulls());
  }
}
