package dev.heddle.frame.expr.catalogue.definition;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts of values in bins: {@code histogram(x, bins)}, whose bins are the upper ends of ranges,
 * and {@code histogram_exact(x, bins)}, whose bins are values. The bins are the same in all rows of
 * a group; the first row's are taken. What is in none of them is counted under the largest value of
 * the type, or under what is empty.
 */
public final class BinDefinitions {
  private BinDefinitions() {}

  /** Returns the aggregates. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.aggregate(
            "histogram",
            2,
            2,
            FunctionEntry.DistinctUse.PASSED,
            parts -> counted(parts, Functions.lit(false))),
        ExprFunction.aggregate(
            "histogram_exact",
            2,
            2,
            FunctionEntry.DistinctUse.PASSED,
            parts -> counted(parts, Functions.lit(true))));
  }

  private static Expr counted(CallParts parts, Expr isExact) {
    Expr value = parts.argument(0);
    Expr bins = parts.argument(1);
    Expr present = value.isNotNull();
    Expr list =
        new Expr.Aggregate(
            AggregateFunction.ARRAY_AGG,
            List.of(value),
            parts.isDistinct(),
            parts.filter() == null ? present : parts.filter().and(present),
            List.of());
    boolean isConstant =
        !ExprParts.any(
            bins, part -> part instanceof Expr.Column || part instanceof Expr.BoundColumn);
    Expr known =
        isConstant
            ? bins
            : new Expr.Aggregate(
                AggregateFunction.FIRST, List.of(bins), false, parts.filter(), List.of());
    return ValueFunction.LIST_BINNED.call(List.of(list, known, isExact));
  }

  /** Two numbers, dates or times, a number and a flag; a list of values between the first two. */
  public static @Nullable Signature ends(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments.get(0), arguments.get(1));
    DataType bins = common == null ? null : betweenEnds(common);
    return bins != null && isCount(arguments.get(2)) && isFlag(arguments.get(3))
        ? new Signature(
            List.of(bins, bins, DataType.INT64, DataType.BOOL), new DataType.ListOf(bins))
        : null;
  }

  /** The type in which bins are computed; null for what has none. */
  private static @Nullable DataType betweenEnds(DataType type) {
    if (type.isInteger() || type instanceof DataType.Null) {
      return DataType.INT64;
    }
    if (type.isNumeric()) {
      return DataType.FLOAT64;
    }
    return switch (type) {
      case DataType.Date _ -> type;
      case DataType.Timestamp time when !time.withZone() -> DataType.TIMESTAMP;
      default -> null;
    };
  }

  private static boolean isCount(DataType type) {
    return type.isInteger() || type instanceof DataType.Null;
  }

  private static boolean isFlag(DataType type) {
    return type instanceof DataType.Bool || type instanceof DataType.Null;
  }

  /** Values and bins, which are read as values, and a flag; a map of the bins to numbers. */
  public static @Nullable Signature binned(List<DataType> arguments) {
    if (!(arguments.get(0) instanceof DataType.ListOf(DataType element))
        || !(arguments.get(1) instanceof DataType.ListOf(DataType bin))
        || !isFlag(arguments.get(2))) {
      return null;
    }
    DataType value =
        element instanceof DataType.Null
            ? bin
            : element instanceof DataType.Decimal ? DataType.FLOAT64 : element;
    if (!hasOther(value) || !isRead(bin, value)) {
      return null;
    }
    DataType list = new DataType.ListOf(value);
    return new Signature(
        List.of(list, list, DataType.BOOL), new DataType.MapOf(value, DataType.INT64));
  }

  private static boolean isRead(DataType bin, DataType value) {
    boolean areNumbers = bin.isNumeric() && value.isNumeric();
    boolean isText = value instanceof DataType.Str && !bin.isNested();
    return areNumbers
        || isText
        || bin instanceof DataType.Null
        || value.equals(TypeCoercion.commonType(bin, value));
  }

  /** Returns whether values of a type can be counted that are in no bin. */
  public static boolean hasOther(DataType type) {
    return switch (type) {
      case DataType.Bool _, DataType.Str _, DataType.Binary _, DataType.Date _ -> true;
      case DataType.Timestamp time -> !time.withZone();
      case DataType.ListOf _, DataType.Struct _ -> TypeCoercion.isSortable(type);
      default -> type.isNumeric();
    };
  }

  /** A value that may be that under which others are counted; a BOOLEAN. */
  public static @Nullable Signature other(List<DataType> arguments) {
    DataType type = arguments.getFirst();
    return hasOther(type) || type instanceof DataType.Null
        ? new Signature(arguments, DataType.BOOL)
        : null;
  }
}
