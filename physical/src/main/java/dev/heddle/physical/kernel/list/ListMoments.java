package dev.heddle.physical.kernel.list;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Product and central moments of the numbers of a list that are not null. Stateless. */
public final class ListMoments {
  private ListMoments() {}

  /** Returns the product; null without numbers. */
  public static @Nullable Double product(List<?> values) {
    Double product = null;
    for (double number : ListStatistics.numbers(values)) {
      product = product == null ? number : product * number;
    }
    return product;
  }

  /**
   * Returns the variance; null of too few numbers.
   *
   * @param freedom 0 of all numbers there are, 1 of what they are a sample of
   */
  public static @Nullable Double variance(List<?> values, int freedom) {
    List<Double> numbers = ListStatistics.numbers(values);
    return numbers.size() <= freedom
        ? null
        : Double.valueOf(moment(numbers, 2) / (numbers.size() - freedom));
  }

  /** Returns the square root of the {@link #variance}. */
  public static @Nullable Double deviation(List<?> values, int freedom) {
    Double variance = variance(values, freedom);
    return variance == null ? null : Double.valueOf(Math.sqrt(variance));
  }

  /** Returns the standard error of the mean; null without numbers. */
  public static @Nullable Double standardError(List<?> values) {
    List<Double> numbers = ListStatistics.numbers(values);
    return numbers.isEmpty()
        ? null
        : Double.valueOf(
            Math.sqrt(moment(numbers, 2) / numbers.size()) / Math.sqrt(numbers.size()));
  }

  /** Returns the skewness of a sample; null of fewer than three numbers and of equal ones. */
  public static @Nullable Double skewness(List<?> values) {
    List<Double> numbers = ListStatistics.numbers(values);
    double count = numbers.size();
    double spread = moment(numbers, 2) / count;
    if (count < 3 || spread == 0) {
      return null;
    }
    double skewness = moment(numbers, 3) / count / Math.pow(spread, 1.5);
    return skewness * Math.sqrt(count * (count - 1)) / (count - 2);
  }

  /** Returns the excess kurtosis of a sample; null of fewer than four numbers and equal ones. */
  public static @Nullable Double kurtosis(List<?> values) {
    List<Double> numbers = ListStatistics.numbers(values);
    double count = numbers.size();
    double spread = moment(numbers, 2) / count;
    if (count < 4 || spread == 0) {
      return null;
    }
    double kurtosis = moment(numbers, 4) / count / (spread * spread);
    return (count - 1) * ((count + 1) * kurtosis - 3 * (count - 1)) / ((count - 2) * (count - 3));
  }

  /** Returns the excess kurtosis of a population; null of fewer than two numbers and equal ones. */
  public static @Nullable Double populationKurtosis(List<?> values) {
    List<Double> numbers = ListStatistics.numbers(values);
    double spread = moment(numbers, 2) / numbers.size();
    return numbers.size() < 2 || spread == 0
        ? null
        : moment(numbers, 4) / numbers.size() / (spread * spread) - 3;
  }

  /** Adds up a power of the distances from the mean. */
  private static double moment(List<Double> numbers, int power) {
    double mean = 0;
    for (int i = 0; i < numbers.size(); i++) {
      mean += (numbers.get(i) - mean) / (i + 1);
    }
    double sum = 0;
    for (double number : numbers) {
      sum += Math.pow(number - mean, power);
    }
    return sum;
  }
}
