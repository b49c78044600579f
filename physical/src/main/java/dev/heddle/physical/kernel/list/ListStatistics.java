package dev.heddle.physical.kernel.list;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.number.FloatArithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Statistics of the elements of a list that are not null. Stateless. */
public final class ListStatistics {
  private ListStatistics() {}

  /** Returns how often each value comes, in their order. */
  public static Map<Object, Long> histogram(List<?> values, Comparator<Object> order) {
    Map<Object, Long> counts = new TreeMap<>(order);
    for (Object value : values) {
      if (value != null) {
        counts.merge(value, 1L, Long::sum);
      }
    }
    return counts;
  }

  /** Returns how often each value comes; null if there is none. */
  public static @Nullable Map<Object, Long> histogramOrNull(
      List<?> values, Comparator<Object> order) {
    Map<Object, Long> counts = histogram(values, order);
    return counts.isEmpty() ? null : counts;
  }

  /**
   * Returns how many values each range has, in the order of ranges.
   *
   * @param bins the upper ends of ranges
   * @param other the bin of values above all ranges, which is there if there are some; it may be
   *     one of the bins
   * @return null if there are no values
   */
  public static @Nullable Map<Object, Long> inRanges(
      List<?> values, List<?> bins, Object other, Comparator<Object> order) {
    return binned(values, bins, other, order, TreeMap::ceilingKey);
  }

  /** Returns how often each bin comes as a value, as {@link #inRanges}. */
  public static @Nullable Map<Object, Long> inBins(
      List<?> values, List<?> bins, Object other, Comparator<Object> order) {
    return binned(
        values, bins, other, order, (counts, value) -> counts.containsKey(value) ? value : null);
  }

  private static @Nullable Map<Object, Long> binned(
      List<?> values,
      List<?> bins,
      Object other,
      Comparator<Object> order,
      BiFunction<TreeMap<Object, Long>, Object, @Nullable Object> binOf) {
    TreeMap<Object, Long> counts = new TreeMap<>(order);
    bins.forEach(bin -> counts.put(bin, 0L));
    long others = 0;
    boolean isEmpty = true;
    for (Object value : values) {
      if (value == null) {
        continue;
      }
      isEmpty = false;
      Object bin = binOf.apply(counts, value);
      if (bin == null) {
        others++;
      } else {
        counts.merge(bin, 1L, Long::sum);
      }
    }
    if (isEmpty) {
      return null;
    }
    Map<Object, Long> ordered = new LinkedHashMap<>(counts);
    if (others > 0) {
      ordered.remove(other);
      ordered.put(other, others + counts.getOrDefault(other, 0L));
    }
    return ordered;
  }

  /** Returns the value that comes most often, of several the one that comes first. */
  public static @Nullable Object mode(List<?> values, Comparator<Object> order) {
    Map<Object, Long> counts = histogram(values, order);
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    for (Object value : values) {
      if (value != null && requireNonNull(counts.get(value)) == most) {
        return value;
      }
    }
    return null;
  }

  /** Returns the entropy in bits. */
  public static double entropy(List<?> values, Comparator<Object> order) {
    Map<Object, Long> counts = histogram(values, order);
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    double entropy = 0;
    for (long count : counts.values()) {
      entropy += count / all * Math.log(all / count) / Math.log(2);
    }
    return entropy;
  }

  /** Returns the median of the distances from the median, as a DOUBLE or a decimal of the type. */
  public static @Nullable Number deviation(List<?> values, DataType type) {
    if (type instanceof DataType.Decimal decimal) {
      List<BigDecimal> exact = decimals(values);
      BigDecimal middle = exact.isEmpty() ? BigDecimal.ZERO : middle(exact, decimal);
      exact.replaceAll(number -> number.subtract(middle).abs());
      return exact.isEmpty() ? null : middle(exact, decimal);
    }
    List<Double> numbers = numbers(values);
    if (numbers.isEmpty()) {
      return null;
    }
    double middle = middle(numbers);
    numbers.replaceAll(number -> Math.abs(number - middle));
    return middle(numbers);
  }

  /** Returns the first value. */
  public static @Nullable Object first(List<?> values) {
    for (Object value : values) {
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** Returns the middle number, or the mean of the two in the middle. */
  public static @Nullable Number median(List<?> values, DataType type) {
    if (type instanceof DataType.Decimal decimal) {
      List<BigDecimal> exact = decimals(values);
      return exact.isEmpty() ? null : middle(exact, decimal);
    }
    List<Double> numbers = numbers(values);
    return numbers.isEmpty() ? null : middle(numbers);
  }

  /** Returns whether all values are true; nulls do not count. */
  public static @Nullable Boolean all(List<?> values) {
    return first(values) == null ? null : !values.contains(false);
  }

  /** Returns whether any value is true; nulls do not count. */
  public static @Nullable Boolean any(List<?> values) {
    return first(values) == null ? null : values.contains(true);
  }

  /**
   * Returns what an operation on bits makes of integers.
   *
   * @param large the same operation on integers that may not fit into a {@code long}
   */
  public static @Nullable Number bits(
      List<?> values, LongBinaryOperator operation, BinaryOperator<BigInteger> large) {
    Number result = null;
    for (Object value : values) {
      if (value != null) {
        result =
            result == null
                ? (Number) value
                : value instanceof BigInteger bits
                    ? large.apply((BigInteger) result, bits)
                    : operation.applyAsLong(result.longValue(), ((Number) value).longValue());
      }
    }
    return result;
  }

  /** Returns the numbers, which may be put into another order. */
  static List<Double> numbers(List<?> values) {
    List<Double> numbers = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        numbers.add((Double) value);
      }
    }
    return numbers;
  }

  private static List<BigDecimal> decimals(List<?> values) {
    List<BigDecimal> decimals = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        decimals.add((BigDecimal) value);
      }
    }
    return decimals;
  }

  /** Returns the mean of the two decimals in the middle, cut to the scale of their type. */
  private static BigDecimal middle(List<BigDecimal> numbers, DataType.Decimal type) {
    numbers.sort(Comparator.naturalOrder());
    BigDecimal upper = numbers.get(numbers.size() / 2);
    BigDecimal lower = numbers.get((numbers.size() - 1) / 2);
    BigDecimal step = upper.subtract(lower).divide(BigDecimal.TWO);
    BigDecimal middle = type.fitsLong() ? lower.add(step) : lower;
    BigDecimal rest = lower.add(step).subtract(middle);
    return middle
        .setScale(type.scale(), RoundingMode.DOWN)
        .add(rest.setScale(type.scale(), RoundingMode.DOWN));
  }

  private static double middle(List<Double> numbers) {
    numbers.sort(Comparator.naturalOrder());
    double upper = numbers.get(numbers.size() / 2);
    double lower = numbers.get((numbers.size() - 1) / 2);
    return FloatArithmetic.between(lower, upper, 0.5);
  }
}
