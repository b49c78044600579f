package dev.heddle.bench.suite;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a result that is too large to store: the number of rows, sums of hashes of whole
 * rows and of each column's exact values, sums of each column's floating-point numbers (plain, and
 * weighted by the row's hash, so that numbers in wrong rows show), and, for the columns that the
 * result is sorted by, sums that depend on the order.
 *
 * @param rows number of rows
 * @param rowHashes sum of the hashes of the rows' exact values
 * @param columns one a column
 */
public record Digest(long rows, long rowHashes, List<Part> columns) implements Answer {
  /** Copies the list. */
  public Digest {
    columns = List.copyOf(columns);
  }

  /**
   * Of one column.
   *
   * @param nulls rows without value
   * @param hashes sum of the hashes of exact values
   * @param inOrder as {@code hashes}, each times its position, if the result is sorted by it; else
   *     0
   * @param sum of floating-point numbers
   * @param weighted sum of them, each times a weight that the row's exact values decide
   * @param magnitude sum of their absolute values
   * @param notNumbers how many are NaN
   */
  public record Part(
      long nulls,
      long hashes,
      long inOrder,
      double sum,
      double weighted,
      double magnitude,
      long notNumbers)
      implements java.io.Serializable {
    private boolean isLike(Part other) {
      double error = RELATIVE_ERROR * Math.max(magnitude, other.magnitude);
      return nulls == other.nulls
          && hashes == other.hashes
          && inOrder == other.inOrder
          && notNumbers == other.notNumbers
          && Math.abs(sum - other.sum) <= error
          && Math.abs(weighted - other.weighted) <= error;
    }
  }

  @Override
  public Optional<String> differenceFrom(Answer other) {
    if (!(other instanceof Digest expected)) {
      return Optional.of("a digest instead of rows");
    }
    if (rows != expected.rows) {
      return Optional.of(rows + " rows instead of " + expected.rows);
    }
    if (columns.size() != expected.columns.size()) {
      return Optional.of(columns.size() + " columns instead of " + expected.columns.size());
    }
    for (int c = 0; c < columns.size(); c++) {
      if (!columns.get(c).isLike(expected.columns.get(c))) {
        return Optional.of(
            "column " + c + ": " + columns.get(c) + " instead of " + expected.columns.get(c));
      }
    }
    return rowHashes == expected.rowHashes
        ? Optional.empty()
        : Optional.of("the same values in other rows");
  }

  /** Adds up rows, value by value. */
  static final class Builder {
    private final boolean[] isSorted;
    private final long[] nulls;
    private final long[] hashes;
    private final long[] inOrder;
    private final double[] sums;
    private final double[] weighted;
    private final double[] magnitudes;
    private final long[] notNumbers;
    private final double[] doubles; // of the row
    private final boolean[] isDouble; // of the row
    private long rows;
    private long rowHashes;
    private long rowHash;

    /**
     * Makes an empty one.
     *
     * @param sortedBy position of the column that the result is sorted by, or -1
     */
    Builder(int columns, int sortedBy) {
      isSorted = new boolean[columns];
      if (sortedBy >= 0) {
        isSorted[sortedBy] = true;
      }
      nulls = new long[columns];
      hashes = new long[columns];
      inOrder = new long[columns];
      sums = new double[columns];
      weighted = new double[columns];
      magnitudes = new double[columns];
      notNumbers = new long[columns];
      doubles = new double[columns];
      isDouble = new boolean[columns];
    }

    void addNull(int column) {
      nulls[column]++;
      addHash(column, 0x5bd1e995);
    }

    void addLong(int column, long value) {
      addHash(column, mix(value));
    }

    void addText(int column, String value) {
      addHash(column, mix(value.hashCode() + ((long) value.length() << 32)));
    }

    void addDouble(int column, double value) {
      if (Double.isInfinite(value)) {
        addLong(column, Double.doubleToLongBits(value));
        return;
      }
      doubles[column] = value;
      isDouble[column] = true;
    }

    void addDecimal(int column, BigDecimal value) {
      BigDecimal plain = value.stripTrailingZeros();
      if (plain.scale() <= 0 && plain.precision() - plain.scale() <= 18) {
        addLong(column, plain.longValue());
      } else {
        addText(column, plain.toString());
      }
    }

    /** Adds a value of any class that both engines give. */
    void add(int column, @Nullable Object value) {
      switch (value) {
        case null -> addNull(column);
        case Double number -> addDouble(column, number);
        case Float number -> addDouble(column, number);
        case BigDecimal number -> addDecimal(column, number);
        case Number number -> addDecimal(column, new BigDecimal(number.toString()));
        default -> addText(column, RowsAnswer.dateOf(value).toString());
      }
    }

    private void addHash(int column, long hash) {
      hashes[column] += hash;
      if (isSorted[column]) {
        inOrder[column] += hash * (rows + 1);
      }
      rowHash = mix(rowHash * 31 + hash + column);
    }

    void endRow() {
      double weight = (rowHash >>> 11) * 0x1p-53;
      for (int c = 0; c < isDouble.length; c++) {
        if (isDouble[c]) {
          isDouble[c] = false;
          double value = doubles[c];
          if (Double.isNaN(value)) {
            notNumbers[c]++;
          } else {
            sums[c] += value;
            weighted[c] += value * weight;
            magnitudes[c] += Math.abs(value);
          }
        }
      }
      rowHashes += rowHash;
      rowHash = 0;
      rows++;
    }

    Digest build() {
      List<Part> parts = new ArrayList<>();
      for (int c = 0; c < nulls.length; c++) {
        parts.add(
            new Part(
                nulls[c],
                hashes[c],
                inOrder[c],
                sums[c],
                weighted[c],
                magnitudes[c],
                notNumbers[c]));
      }
      return new Digest(rows, rowHashes, parts);
    }

    private static long mix(long value) {
      long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
      mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
      return mixed ^ (mixed >>> 32);
    }
  }
}
