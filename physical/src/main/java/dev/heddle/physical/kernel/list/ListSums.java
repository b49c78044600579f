package dev.heddle.physical.kernel.list;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Decimals;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Int128;

/** Adds up the elements of lists that are not null; rows without such an element become null. */
public final class ListSums {
  private ListSums() {}

  /**
   * Writes sums: exact ones as 64- or 128-bit integers, of floats as DOUBLE.
   *
   * @param valid validity bits of the rows that count; those of rows without elements are cleared
   */
  public static void sums(ListRows lists, DataType result, long output, long valid) {
    if (result.isFloat()) {
      floating(lists, false, output, valid);
    } else {
      exact(lists, result, output, valid);
    }
  }

  /** Writes averages as DOUBLE: of exact numbers, sums of at most 128 bits are exact. */
  public static void averages(ListRows lists, DataType element, long output, long valid) {
    int scale = element instanceof DataType.Decimal d ? d.scale() : 0;
    if (element.isFloat()) {
      floating(lists, true, output, valid);
    } else {
      exactAverages(lists, Math.pow(10, scale), output, valid);
    }
  }

  private static void exactAverages(ListRows lists, double unit, long output, long valid) {
    Column elements = lists.elements();
    Column values = elements.isDictionary() ? elements.dictionary() : elements;
    boolean isWide = elements.layout() == Layout.INT128;
    Int128 sum = new Int128();
    for (int row = 0; row < lists.rows(); row++) {
      sum.set(0);
      double rounded = 0;
      boolean overflow = false;
      int count = 0;
      int start = lists.start(row);
      int length = lists.length(row);
      for (int i = start; i < start + length; i++) {
        if (!elements.isNull(i)) {
          int at = elements.isDictionary() ? elements.code(i) : i;
          long low = isWide ? values.lowWordAt(at) : values.longAt(at);
          long high = isWide ? values.highWordAt(at) : low >> 63;
          overflow |= sum.add(low, high);
          rounded += isWide ? Int128.toDouble(low, high) : low;
          count++;
        }
      }
      double mean = count == 0 ? 0 : overflow ? rounded / count : quotient(sum, count);
      Memory.putDouble(output + 8L * row, mean / unit);
      if (count == 0) {
        Bits.clear(valid, row);
      }
    }
  }

  /** Returns a quotient without rounding the dividend, if it has at most 64 bits. */
  private static double quotient(Int128 sum, int count) {
    long low = sum.low();
    return sum.high() == low >> 63
        ? low / count + (double) (low % count) / count
        : Int128.toDouble(low, sum.high()) / count;
  }

  private static void floating(ListRows lists, boolean isAverage, long output, long valid) {
    Column elements = lists.elements();
    Column values = elements.isDictionary() ? elements.dictionary() : elements;
    Layout layout = elements.layout();
    for (int row = 0; row < lists.rows(); row++) {
      double sum = 0;
      int count = 0;
      int start = lists.start(row);
      int length = lists.length(row);
      for (int i = start; i < start + length; i++) {
        if (!elements.isNull(i)) {
          int at = elements.isDictionary() ? elements.code(i) : i;
          sum +=
              switch (layout) {
                case FLOAT32, FLOAT64 -> values.doubleAt(at);
                case INT128 -> Int128.toDouble(values.lowWordAt(at), values.highWordAt(at));
                default -> values.longAt(at);
              };
          count++;
        }
      }
      Memory.putDouble(output + 8L * row, isAverage && count > 0 ? sum / count : sum);
      if (count == 0) {
        Bits.clear(valid, row);
      }
    }
  }

  private static void exact(ListRows lists, DataType result, long output, long valid) {
    Column elements = lists.elements();
    Column values = elements.isDictionary() ? elements.dictionary() : elements;
    boolean isWide = elements.layout() == Layout.INT128;
    boolean isLong = Layout.of(result) == Layout.INT64;
    Int128 sum = new Int128();
    for (int row = 0; row < lists.rows(); row++) {
      sum.set(0);
      boolean overflow = false;
      int count = 0;
      int start = lists.start(row);
      int length = lists.length(row);
      for (int i = start; i < start + length; i++) {
        if (!elements.isNull(i)) {
          int at = elements.isDictionary() ? elements.code(i) : i;
          long low = isWide ? values.lowWordAt(at) : values.longAt(at);
          overflow |= sum.add(low, isWide ? values.highWordAt(at) : low >> 63);
          count++;
        }
      }
      overflow |= !Decimals.fits(sum, result);
      if (overflow) {
        throw Failures.overflow("add up the elements of a list", "", result);
      }
      if (isLong) {
        Memory.putLong(output + 8L * row, sum.low());
      } else {
        Memory.putLong(output + 16L * row, sum.low());
        Memory.putLong(output + 16L * row + 8, sum.high());
      }
      if (count == 0) {
        Bits.clear(valid, row);
      }
    }
  }
}
