package dev.heddle.io.scan;

import dev.heddle.io.scan.PruningPredicate.Operator;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides predicates on a single column by the bounds and the null count of a part.
 *
 * <p>Returns never or always only with proof. NaN is above every number in comparisons and outside
 * of every bound, so an upper bound proves nothing where NaN may be; where values and bounds are of
 * different kinds nothing is proven either.
 */
public final class Verdicts {
  private Verdicts() {}

  /** Calls an action for each part of a predicate that is about a single column. */
  public static void forEachLeaf(PruningPredicate predicate, Consumer<PruningPredicate> action) {
    switch (predicate) {
      case PruningPredicate.Runtime runtime -> forEachLeaf(runtime.now(), action);
      case PruningPredicate.AnyOf any -> any.predicates().forEach(p -> forEachLeaf(p, action));
      case PruningPredicate.AllOf all -> all.predicates().forEach(p -> forEachLeaf(p, action));
      case PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.InStruct _ ->
          action.accept(predicate);
    }
  }

  /** Returns the column that a predicate on a single column is about. */
  public static int column(PruningPredicate leaf) {
    return switch (leaf) {
      case PruningPredicate.Compare compare -> compare.column();
      case PruningPredicate.In in -> in.column();
      case PruningPredicate.Among among -> among.column();
      case PruningPredicate.StartsWith starts -> starts.column();
      case PruningPredicate.IsNull isNull -> isNull.column();
      case PruningPredicate.IsNotNull isNotNull -> isNotNull.column();
      case PruningPredicate.InStruct inStruct -> inStruct.column();
      case PruningPredicate.AnyOf _, PruningPredicate.AllOf _, PruningPredicate.Runtime _ ->
          throw new IllegalArgumentException("Not about a single column: " + leaf);
    };
  }

  /**
   * Decides a predicate on a single column.
   *
   * @param bounds of the column, or of the field in it that the predicate is about
   * @param nulls how many of the rows are null, or -1 if that is not known
   */
  public static Verdict of(PruningPredicate leaf, Bounds bounds, long nulls, long rows) {
    return switch (leaf) {
      case PruningPredicate.IsNull _ -> isNull(nulls, rows);
      case PruningPredicate.IsNotNull _ ->
          switch (isNull(nulls, rows)) {
            case NEVER -> Verdict.ALWAYS;
            case ALWAYS -> Verdict.NEVER;
            case MAYBE -> Verdict.MAYBE;
          };
      case PruningPredicate.Compare compare -> {
        Verdict values = ofValues(compare.operator(), compare.value(), bounds);
        yield ofRows(values, nulls, rows);
      }
      case PruningPredicate.In in -> {
        Verdict values = Verdict.NEVER;
        for (ScanValue value : in.values()) {
          Verdict one = ofValues(Operator.EQUAL, value, bounds);
          values = one.compareTo(values) > 0 ? one : values;
        }
        yield ofRows(values, nulls, rows);
      }
      case PruningPredicate.Among among -> ofRows(ofIntegers(among.values(), bounds), nulls, rows);
      case PruningPredicate.StartsWith starts ->
          ofRows(ofPrefix(starts.prefix(), bounds), nulls, rows);
      case PruningPredicate.InStruct inStruct -> of(inStruct.predicate(), bounds, nulls, rows);
      case PruningPredicate.AnyOf _, PruningPredicate.AllOf _, PruningPredicate.Runtime _ ->
          throw new IllegalArgumentException("Not about a single column: " + leaf);
    };
  }

  private static Verdict isNull(long nulls, long rows) {
    return nulls == 0 ? Verdict.NEVER : nulls == rows ? Verdict.ALWAYS : Verdict.MAYBE;
  }

  /** Turns what is proven of the values into what is proven of rows, of which nulls are false. */
  private static Verdict ofRows(Verdict values, long nulls, long rows) {
    if (nulls == rows) {
      return Verdict.NEVER;
    }
    return values == Verdict.ALWAYS && nulls != 0 ? Verdict.MAYBE : values;
  }

  private static Verdict ofValues(Operator operator, ScanValue value, Bounds bounds) {
    if (value instanceof ScanValue.Floating(double number) && Double.isNaN(number)) {
      return Verdict.MAYBE;
    }
    boolean belowMinimum = isBelow(value, bounds.minimum());
    boolean aboveMaximum = isBelow(bounds.maximum(), value);
    boolean isMinimum = isEqual(value, bounds.minimum());
    boolean isMaximum = isEqual(value, bounds.maximum());
    boolean noNan = !bounds.mayHaveNan();
    return switch (operator) {
      case EQUAL -> verdict(belowMinimum || aboveMaximum, noNan && isMinimum && isMaximum);
      case NOT_EQUAL -> verdict(noNan && isMinimum && isMaximum, belowMinimum || aboveMaximum);
      case LESS -> verdict(belowMinimum || isMinimum, noNan && aboveMaximum);
      case LESS_OR_EQUAL -> verdict(belowMinimum, noNan && (aboveMaximum || isMaximum));
      case GREATER -> verdict(noNan && (aboveMaximum || isMaximum), belowMinimum);
      case GREATER_OR_EQUAL -> verdict(noNan && aboveMaximum, belowMinimum || isMinimum);
    };
  }

  private static Verdict ofIntegers(SortedIntegers values, Bounds bounds) {
    if (values.size() == 0) {
      return Verdict.NEVER;
    }
    if (!(bounds.minimum() instanceof ScanValue.Whole(BigInteger minimum)
        && bounds.maximum() instanceof ScanValue.Whole(BigInteger maximum)
        && minimum.bitLength() < Long.SIZE
        && maximum.bitLength() < Long.SIZE)) {
      return Verdict.MAYBE;
    }
    boolean hasSome = values.hasBetween(minimum.longValue(), maximum.longValue());
    return verdict(!hasSome, hasSome && minimum.equals(maximum));
  }

  private static Verdict ofPrefix(ScanValue prefix, Bounds bounds) {
    if (!(prefix instanceof ScanValue.Bytes(byte[] start))) {
      return Verdict.MAYBE;
    }
    boolean minimumStarts = startsWith(bounds.minimum(), start);
    boolean maximumStarts = startsWith(bounds.maximum(), start);
    return verdict(
        isBelow(bounds.maximum(), prefix) || (isBelow(prefix, bounds.minimum()) && !minimumStarts),
        minimumStarts && maximumStarts);
  }

  private static boolean startsWith(@Nullable ScanValue value, byte[] start) {
    return value instanceof ScanValue.Bytes(byte[] bytes)
        && bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static Verdict verdict(boolean never, boolean always) {
    return never ? Verdict.NEVER : always ? Verdict.ALWAYS : Verdict.MAYBE;
  }

  private static boolean isBelow(@Nullable ScanValue left, @Nullable ScanValue right) {
    if (left == null || right == null) {
      return false;
    }
    OptionalInt order = Bounds.compare(left, right);
    return order.isPresent() && order.getAsInt() < 0;
  }

  private static boolean isEqual(ScanValue left, @Nullable ScanValue right) {
    if (right == null) {
      return false;
    }
    OptionalInt order = Bounds.compare(left, right);
    return order.isPresent() && order.getAsInt() == 0;
  }
}
