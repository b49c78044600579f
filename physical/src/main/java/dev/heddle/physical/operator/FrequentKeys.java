package dev.heddle.physical.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which values of an operator's keys come most often, by a sample of the rows that it reads.
 *
 * @param rows how many rows the sample is of
 * @param byValue about how many of them have a value, those of frequent ones only; values are
 *     literals, of which long ones are shortened, of several keys with commas between
 */
public record FrequentKeys(long rows, Map<String, Long> byValue) {
  /** Nothing is known. */
  public static final FrequentKeys NONE = new FrequentKeys(0, Map.of());

  private static final int MAX_VALUES = 128;

  /** Copies the map. */
  public FrequentKeys {
    byValue = Map.copyOf(byValue);
  }

  /**
   * A value and its share.
   *
   * @param value a literal, or several with commas between
   * @param share about how many of the rows have it, from 0 to 1
   */
  public record Frequent(String value, double share) {}

  /** Returns the literals of a value, one a key. */
  public static List<String> literals(String value) {
    List<String> literals = new ArrayList<>();
    int from = 0;
    boolean isInText = false;
    for (int i = 0; i < value.length(); i++) {
      isInText ^= value.charAt(i) == '\'';
      if (!isInText && value.startsWith(", ", i)) {
        literals.add(value.substring(from, i));
        from = i + 2;
      }
    }
    literals.add(value.substring(from));
    return literals;
  }

  /** Adds those of other rows. */
  public FrequentKeys plus(FrequentKeys other) {
    if (rows == 0 || other.rows == 0) {
      return rows == 0 ? other : this;
    }
    Map<String, Long> sum = new TreeMap<>(byValue);
    other.byValue.forEach((value, count) -> sum.merge(value, count, Long::sum));
    while (sum.size() > MAX_VALUES) {
      sum.remove(Collections.min(sum.entrySet(), Map.Entry.comparingByValue()).getKey());
    }
    return new FrequentKeys(rows + other.rows, sum);
  }

  /** Returns about which share of the rows the frequent values have together. */
  public double share() {
    long sum = byValue.values().stream().mapToLong(Long::longValue).sum();
    return (double) sum / Math.max(1, rows);
  }

  /** Returns the value that most rows have, the first of equal ones; empty if none is frequent. */
  public Optional<Frequent> most() {
    return new TreeMap<>(byValue)
        .entrySet().stream()
            .max(
                Map.Entry.<String, Long>comparingByValue()
                    .thenComparing(Map.Entry.<String, Long>comparingByKey().reversed()))
            .map(most -> new Frequent(most.getKey(), (double) most.getValue() / Math.max(1, rows)));
  }
}
