package dev.heddle.planner.sql;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateEntry;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.CallShape;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;

/**
 * The median of texts and booleans, between which there is nothing: of an even number of values the
 * lower one of the two in the middle, which is what {@code quantile_disc} gives. Stateless.
 */
public final class MedianOfTexts {
  private MedianOfTexts() {}

  /** Returns whether a call is one. */
  public static boolean is(FunctionEntry entry, CallParts parts, Function<Expr, DataType> typing) {
    if (!entry.equals(new AggregateEntry(AggregateFunction.MEDIAN)) || parts.count() != 1) {
      return false;
    }
    DataType type = typing.apply(parts.argument(0));
    return type instanceof DataType.Str || type instanceof DataType.Bool;
  }

  /** Returns it as a quantile. */
  public static Expr of(CallParts parts) {
    Expr half = new Expr.Literal(new BigDecimal("0.5"), new DataType.Decimal(2, 1));
    CallParts quantile =
        new CallParts(
            List.of(parts.argument(0), half),
            parts.isDistinct(),
            parts.filter(),
            List.of(),
            parts.nulls());
    return FunctionCatalogue.pick("quantile_disc", CallShape.of(2)).build(quantile);
  }
}
