package dev.heddle.planner.sql;

import static dev.heddle.frame.expr.Functions.backwardFill;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.firstValue;
import static dev.heddle.frame.expr.Functions.forwardFill;
import static dev.heddle.frame.expr.Functions.lastValue;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.nthValue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.List;

/**
 * {@code fill(x) OVER (ORDER BY y)}: x, and where it is null a point of the straight line through
 * the points around it, or through the first or last two. Stateless.
 *
 * <p>Points are the rows of neither null whose x is finite. Where two have one y the line is flat.
 * Integers between points are cut; beyond them the distance to the lesser point is rounded to even.
 * So it is in DuckDB.
 */
public final class LinearFill {
  private LinearFill() {}

  /** A point that other rows see. */
  private record Point(Expr x, Expr y) {}

  /**
   * Returns the call.
   *
   * @param parts with the order, unless the window has it
   * @param window whose frame does not count
   * @throws AnalysisException if no line can be drawn
   */
  public static Expr of(CallParts parts, WindowSpec window, ExprTyper typer) {
    boolean isPlain =
        parts.count() == 1
            && !parts.isDistinct()
            && parts.filter() == null
            && parts.nulls() == NullTreatment.RESPECT;
    List<SortKey> keys = parts.orderBy().isEmpty() ? window.orderBy() : parts.orderBy();
    if (!isPlain || keys.size() != 1) {
      throw new AnalysisException(
          "fill takes a value, and a window with one key in ORDER BY: fill(x) OVER (ORDER BY y)");
    }
    Expr value = parts.argument(0);
    DataType keyType = typer.type(keys.getFirst().expr()).type();
    WindowSpec ordered = new WindowSpec(window.partitionBy(), keys, WindowFrame.WHOLE);
    return of(value, typer.type(value).type(), keyType, ordered);
  }

  private static Expr of(Expr value, DataType type, DataType keyType, WindowSpec window) {
    if (!type.isNumeric()) {
      throw new AnalysisException("fill takes a number, not " + type.sqlName());
    }
    SortKey order = window.orderBy().getFirst();
    Expr y = place(order.expr(), keyType);
    Expr x = units(value, type);
    Expr isPoint = value.isNotNull().and(y.isNotNull()).and(call("isfinite", x));
    Expr nothing = new Expr.Literal(null, DataType.FLOAT64);
    Expr pointX = caseWhen(isPoint, x).otherwise(nothing);
    Expr pointY = caseWhen(isPoint, y).otherwise(nothing);
    WindowSpec reversed =
        new WindowSpec(window.partitionBy(), List.of(reversed(order)), WindowFrame.WHOLE);
    Point before = new Point(forwardFill(pointX, window), forwardFill(pointY, window));
    Point after = new Point(backwardFill(pointX, window), backwardFill(pointY, window));
    Point first = first(pointX, pointY, window);
    Point second = second(pointX, pointY, window);
    Point last = last(pointX, pointY, window);
    Point lastButOne = second(pointX, pointY, reversed);
    Expr between = line(before, after, y);
    Expr filled =
        caseWhen(before.x.isNotNull().and(after.x.isNotNull()), cut(between, type))
            .orWhen(before.x.isNull(), beyond(first, second, y, type))
            .otherwise(beyond(lastButOne, last, y, type));
    Expr known = caseWhen(y.isNotNull(), filled).otherwise(nothing);
    return caseWhen(value.isNotNull(), value).otherwise(ofUnits(known, type));
  }

  private static SortKey reversed(SortKey key) {
    return new SortKey(
        key.expr(),
        key.direction() == SortDirection.ASCENDING
            ? SortDirection.DESCENDING
            : SortDirection.ASCENDING,
        key.nulls());
  }

  private static Point first(Expr x, Expr y, WindowSpec window) {
    return new Point(
        firstValue(x).ignoreNulls().over(window), firstValue(y).ignoreNulls().over(window));
  }

  private static Point last(Expr x, Expr y, WindowSpec window) {
    return new Point(
        lastValue(x).ignoreNulls().over(window), lastValue(y).ignoreNulls().over(window));
  }

  private static Point second(Expr x, Expr y, WindowSpec window) {
    return new Point(
        nthValue(x, 2).ignoreNulls().over(window), nthValue(y, 2).ignoreNulls().over(window));
  }

  /** Returns the x of the line through two points at a y; the first one's if that has no slope. */
  private static Expr line(Point from, Point to, Expr y) {
    return caseWhen(from.y.eqTo(to.y), from.x).otherwise(from.x.plus(distance(from, to, y)));
  }

  /** Returns how far the x of a line at a y is from that of a point. */
  private static Expr distance(Point from, Point to, Expr y) {
    Expr share = share(from.y, to.y, y);
    Expr way = to.x.minus(from.x);
    return caseWhen(call("isinf", way), to.x.times(share).minus(from.x.times(share)))
        .otherwise(way.times(share));
  }

  /** Returns how far a y is on the way between two, whose distance may be no finite number. */
  private static Expr share(Expr from, Expr to, Expr y) {
    Expr half = lit(0.5);
    Expr start = from.times(half);
    return caseWhen(
            call("isinf", to.minus(from)),
            y.times(half).minus(start).div(to.times(half).minus(start)))
        .otherwise(y.minus(from).div(to.minus(from)));
  }

  /** Returns the x outside of two points, or that of the one that there is. */
  private static Expr beyond(Point from, Point to, Expr y, DataType type) {
    Expr line =
        isWhole(type)
            ? caseWhen(from.x.ltEq(to.x), from.x.plus(even(distance(from, to, y))))
                .otherwise(to.x.plus(even(distance(to, from, y))))
            : from.x.plus(distance(from, to, y));
    return caseWhen(from.x.isNull(), to.x)
        .orWhen(to.x.isNull().or(from.y.eqTo(to.y)), from.x)
        .otherwise(line);
  }

  private static Expr even(Expr number) {
    return call("round_even", number, lit(0));
  }

  private static Expr place(Expr key, DataType type) {
    if (type.isNumeric()) {
      return key.cast(DataType.FLOAT64);
    }
    if (type instanceof DataType.Date || type instanceof DataType.Timestamp) {
      return call("epoch", key).cast(DataType.FLOAT64);
    }
    throw new AnalysisException(
        "fill goes by a number, date or timestamp in ORDER BY, not " + type.sqlName());
  }

  private static boolean isWhole(DataType type) {
    return !(type instanceof DataType.Float32) && !(type instanceof DataType.Float64);
  }

  private static double unitsOfOne(DataType type) {
    return type instanceof DataType.Decimal decimal
        ? BigDecimal.TEN.pow(decimal.scale()).doubleValue()
        : 1;
  }

  /** Returns a number as a double, of integers of a decimal's last digit. */
  private static Expr units(Expr value, DataType type) {
    Expr number = value.cast(DataType.FLOAT64);
    double one = unitsOfOne(type);
    return one == 1 ? number : call("round", number.times(lit(one)));
  }

  private static Expr ofUnits(Expr units, DataType type) {
    double one = unitsOfOne(type);
    return new Expr.Cast(one == 1 ? units : units.div(lit(one)), type, CastMode.TRY);
  }

  private static Expr cut(Expr units, DataType type) {
    return isWhole(type) ? call("trunc", units) : units;
  }
}
