package dev.heddle.physical.kernel.compare;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.physical.kernel.Int128;

/**
 * Compares single values of columns of one type, as {@link Compare} compares whole columns: lists,
 * structs and maps part by part, where null equals null. Dictionaries are followed.
 */
public final class ElementComparison {
  private ElementComparison() {}

  /** Returns whether two values are equal, where null equals null and nothing else. */
  public static boolean isSame(Column left, int a, Column right, int b) {
    boolean isLeftNull = left.isNull(a);
    boolean isRightNull = right.isNull(b);
    return isLeftNull == isRightNull && (isLeftNull || isEqual(left, a, right, b));
  }

  /** Returns whether two values that are not null are equal. */
  public static boolean isEqual(Column left, int a, Column right, int b) {
    if (left.isDictionary()) {
      return isEqual(left.dictionary(), left.code(a), right, b);
    }
    if (right.isDictionary()) {
      return isEqual(left, a, right.dictionary(), right.code(b));
    }
    return switch (left.layout()) {
      case BIT -> left.booleanAt(a) == right.booleanAt(b);
      case INT8, INT16, INT32, INT64 -> left.longAt(a) == right.longAt(b);
      case FLOAT32, FLOAT64 -> Compare.isEqual(left.doubleAt(a), right.doubleAt(b));
      case INT128, INTERVAL ->
          left.lowWordAt(a) == right.lowWordAt(b) && left.highWordAt(a) == right.highWordAt(b);
      case VIEW ->
          StringViews.isEqual(
              left.values() + 16L * a,
              left.dataAddresses(),
              right.values() + 16L * b,
              right.dataAddresses());
      case LIST -> {
        int length = left.listLength(a);
        boolean isEqual = right.listLength(b) == length;
        int from = left.listStart(a);
        int to = right.listStart(b);
        for (int i = 0; i < length && isEqual; i++) {
          isEqual = isSame(left.child(0), from + i, right.child(0), to + i);
        }
        yield isEqual;
      }
      case STRUCT -> {
        boolean isEqual = true;
        for (int i = 0; i < left.childCount() && isEqual; i++) {
          isEqual = isSame(left.child(i), a, right.child(i), b);
        }
        yield isEqual;
      }
    };
  }

  /**
   * Compares two values that are not null, of a type that has an order: lists and maps by their
   * first part that differs, structs field by field, where null is above all values.
   */
  public static int compare(Column left, int a, Column right, int b) {
    if (left.isDictionary()) {
      return compare(left.dictionary(), left.code(a), right, b);
    }
    if (right.isDictionary()) {
      return compare(left, a, right.dictionary(), right.code(b));
    }
    Layout layout = left.layout();
    return switch (layout) {
      case BIT -> Boolean.compare(left.booleanAt(a), right.booleanAt(b));
      case INT8, INT16, INT32, INT64 -> Long.compare(left.longAt(a), right.longAt(b));
      case FLOAT32, FLOAT64 -> {
        double x = left.doubleAt(a);
        double y = right.doubleAt(b);
        yield Compare.isLess(x, y) ? -1 : Compare.isEqual(x, y) ? 0 : 1;
      }
      case INT128 ->
          Int128.compare(
              left.lowWordAt(a), left.highWordAt(a), right.lowWordAt(b), right.highWordAt(b));
      case VIEW ->
          StringViews.compare(
              left.values() + 16L * a,
              left.dataAddresses(),
              right.values() + 16L * b,
              right.dataAddresses());
      case LIST -> {
        int length = left.listLength(a);
        int other = right.listLength(b);
        int from = left.listStart(a);
        int to = right.listStart(b);
        int compared = 0;
        for (int i = 0; i < Math.min(length, other) && compared == 0; i++) {
          compared = compareParts(left.child(0), from + i, right.child(0), to + i);
        }
        yield compared == 0 ? Integer.compare(length, other) : compared;
      }
      case STRUCT -> {
        int compared = 0;
        for (int i = 0; i < left.childCount() && compared == 0; i++) {
          compared = compareParts(left.child(i), a, right.child(i), b);
        }
        yield compared;
      }
      case INTERVAL -> throw new IllegalStateException("Intervals have no order");
    };
  }

  private static int compareParts(Column left, int a, Column right, int b) {
    boolean isLeftNull = left.isNull(a);
    boolean isRightNull = right.isNull(b);
    return isLeftNull || isRightNull
        ? Boolean.compare(isLeftNull, isRightNull)
        : compare(left, a, right, b);
  }
}
