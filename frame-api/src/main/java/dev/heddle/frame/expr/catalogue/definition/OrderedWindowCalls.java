package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.lit;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.FrameBound;
import dev.heddle.frame.expr.FrameExclusion;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Window functions that see the rows of the frame in an order of their own, as in {@code
 * first_value(x ORDER BY y) OVER (ORDER BY z)}. Over a whole partition that order is the window's.
 * Over other frames a value is picked by an ordered aggregate, and a rank is a place in the sorted
 * list of the frame's keys.
 */
public final class OrderedWindowCalls {
  private OrderedWindowCalls() {}

  /**
   * Returns the call over a window.
   *
   * @throws AnalysisException if the function has no such order over frames like the window's
   */
  public static Expr over(WindowFunction function, CallParts parts, WindowSpec window) {
    boolean isPick = requireNonNull(function, "function is null").usesFrame();
    if (parts.isDistinct() || parts.filter() != null) {
      throw new AnalysisException(function.displayName() + " takes no DISTINCT and no FILTER");
    }
    if (!isPick && isWhole(window)) {
      return new Expr.WindowCall(function, parts.arguments(), parts.nulls())
          .over(new WindowSpec(window.partitionBy(), parts.orderBy(), WindowFrame.RUNNING));
    }
    return switch (function) {
      case FIRST_VALUE -> picked(AggregateFunction.FIRST, parts, window);
      case LAST_VALUE -> picked(AggregateFunction.LAST, parts, window);
      case NTH_VALUE -> {
        Expr place = parts.argument(1);
        Expr list = picked(AggregateFunction.ARRAY_AGG, parts, window);
        yield caseWhen(
                place.gt(lit(0)), new Expr.Call(ScalarFunction.ELEMENT, List.of(list, place)))
            .otherwiseNull();
      }
      case RANK -> new Rank(function, parts, window).rank();
      case PERCENT_RANK -> new Rank(function, parts, window).percent();
      case CUME_DIST -> new Rank(function, parts, window).share();
      case ROW_NUMBER, DENSE_RANK, NTILE, LAG, LEAD ->
          throw new AnalysisException(
              function.displayName()
                  + " takes an ORDER BY inside over whole partitions only; leave the window's order"
                  + " and frame out");
    };
  }

  private static boolean isWhole(WindowSpec window) {
    WindowFrame frame = window.frame();
    return frame.start() instanceof FrameBound.UnboundedPreceding
        && frame.exclusion() == FrameExclusion.NO_OTHERS
        && (frame.end() instanceof FrameBound.UnboundedFollowing
            || (window.orderBy().isEmpty() && frame.equals(WindowFrame.RUNNING)));
  }

  private static Expr picked(AggregateFunction function, CallParts parts, WindowSpec window) {
    Expr value = parts.argument(0);
    Expr condition = parts.nulls() == NullTreatment.IGNORE ? value.isNotNull() : null;
    return ExprFunction.over(
        new Expr.Aggregate(function, List.of(value), false, condition, parts.orderBy()), window);
  }

  /** A row's rank by one key among the rows of its frame, of which it is one. */
  private static final class Rank {
    private final SortKey key;
    private final WindowSpec window;

    Rank(WindowFunction function, CallParts parts, WindowSpec window) {
      if (parts.orderBy().size() != 1 || !seesItself(window.frame())) {
        throw new AnalysisException(
            function.displayName()
                + " takes an ORDER BY inside of one key, over frames that have the current row");
      }
      this.key = parts.orderBy().getFirst();
      this.window = window;
      if (ExprParts.isVolatileInEachPlace(key.expr())) {
        throw new AnalysisException(
            function.displayName()
                + " cannot be ordered by "
                + key.expr()
                + ", which gives another value each time; select it as a column in a query below");
      }
    }

    private static boolean seesItself(WindowFrame frame) {
      return frame.exclusion() == FrameExclusion.NO_OTHERS
          && !(frame.start() instanceof FrameBound.Following)
          && !(frame.end() instanceof FrameBound.Preceding);
    }

    Expr rank() {
      return rank(key);
    }

    private Expr rank(SortKey by) {
      Expr value = by.expr();
      Expr list = over(AggregateFunction.ARRAY_AGG, value, value.isNotNull(), List.of(by));
      Expr nulls = over(AggregateFunction.COUNT_ALL, null, value.isNull(), List.of());
      Expr values = over(AggregateFunction.COUNT, value, null, List.of());
      boolean areNullsFirst = by.nulls() == NullPlacement.FIRST;
      Expr place =
          coalesce(
              new Expr.Call(ScalarFunction.LIST_POSITION, List.of(list, value))
                  .cast(DataType.INT64),
              lit(1L));
      return areNullsFirst
          ? caseWhen(value.isNull(), lit(1L)).otherwise(place.plus(nulls))
          : caseWhen(value.isNull(), values.plus(lit(1L))).otherwise(place);
    }

    Expr percent() {
      Expr others = rows().minus(lit(1L));
      return caseWhen(others.gt(lit(0L)), real(rank().minus(lit(1L))).div(real(others)))
          .otherwise(lit(0.0));
    }

    /** The rows that are not behind the current one are those that precede none of its peers. */
    Expr share() {
      SortKey reversed =
          new SortKey(
              key.expr(),
              key.direction() == SortDirection.ASCENDING
                  ? SortDirection.DESCENDING
                  : SortDirection.ASCENDING,
              key.nulls() == NullPlacement.FIRST ? NullPlacement.LAST : NullPlacement.FIRST);
      Expr upToPeers = rows().minus(rank(reversed)).plus(lit(1L));
      return real(upToPeers).div(real(rows()));
    }

    private static Expr real(Expr number) {
      return number.cast(DataType.FLOAT64);
    }

    private Expr rows() {
      return over(AggregateFunction.COUNT_ALL, null, null, List.of());
    }

    private Expr over(
        AggregateFunction function,
        @Nullable Expr argument,
        @Nullable Expr condition,
        List<SortKey> order) {
      List<Expr> arguments = argument == null ? List.of() : List.of(argument);
      return ExprFunction.over(
          new Expr.Aggregate(function, arguments, false, condition, order), window);
    }
  }
}
