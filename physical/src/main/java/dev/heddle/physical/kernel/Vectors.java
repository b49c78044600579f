package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two lists of floating numbers that are taken as vectors. What is computed of REALs is rounded to
 * one after each step.
 */
public final class Vectors {
  private final List<?> left;
  private final List<?> right;
  private final boolean isSingle;

  private Vectors(List<?> left, List<?> right, boolean isSingle) {
    this.left = left;
    this.right = right;
    this.isSingle = isSingle;
  }

  /**
   * Takes two lists.
   *
   * @param type that of their elements and of what is computed of them, FLOAT32 or FLOAT64
   * @throws dev.heddle.frame.error.HeddleException if their lengths differ, or one has a null
   */
  public static Vectors of(Object[] lists, DataType type) {
    List<?> left = (List<?>) lists[0];
    List<?> right = (List<?>) lists[1];
    if (left.size() != right.size()) {
      throw Failures.argument(
          "Cannot take lists of "
              + left.size()
              + " and "
              + right.size()
              + " numbers as vectors; give both the same length");
    }
    if (left.contains(null) || right.contains(null)) {
      throw Failures.argument(
          "Cannot take a list with a null as a vector; filter the list, or replace the null");
    }
    return new Vectors(left, right, type.equals(DataType.FLOAT32));
  }

  private static double at(List<?> list, int index) {
    return ((Number) list.get(index)).doubleValue();
  }

  private double rounded(double number) {
    return isSingle ? (float) number : number;
  }

  private Number result(double number) {
    if (isSingle) {
      return (float) number;
    }
    return number;
  }

  private double product(List<?> one, List<?> other) {
    double sum = 0;
    for (int i = 0; i < one.size(); i++) {
      sum = rounded(sum + rounded(at(one, i) * at(other, i)));
    }
    return sum;
  }

  /** Returns the sum of the products. */
  public Number innerProduct() {
    return result(product(left, right));
  }

  /** Returns the length of the difference. */
  public Number distance() {
    double sum = 0;
    for (int i = 0; i < left.size(); i++) {
      double difference = rounded(at(left, i) - at(right, i));
      sum = rounded(sum + rounded(difference * difference));
    }
    return result(Math.sqrt(sum));
  }

  private double angle() {
    double lengths = rounded(Math.sqrt(rounded(product(left, left) * product(right, right))));
    double cosine = rounded(product(left, right) / lengths);
    return Math.max(-1, Math.min(1, cosine)); // NaN stays
  }

  /** Returns the cosine of the angle; null of empty vectors, NaN of vectors without length. */
  public @Nullable Number cosine() {
    return left.isEmpty() ? null : result(angle());
  }

  /** Returns 1 less the {@link #cosine}. */
  public @Nullable Number cosineDistance() {
    return left.isEmpty() ? null : result(1 - angle());
  }
}
