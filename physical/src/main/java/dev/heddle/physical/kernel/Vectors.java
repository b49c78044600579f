package dev.heddle.physical.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two lists of numbers that are taken as vectors.
 *
 * @param left of the same length as the other
 */
public record Vectors(List<?> left, List<?> right) {
  /**
   * Takes two lists.
   *
   * @throws dev.heddle.frame.error.HeddleException if their lengths differ, or one has a null
   */
  public static Vectors of(Object[] lists) {
    Vectors vectors = new Vectors((List<?>) lists[0], (List<?>) lists[1]);
    int length = vectors.left.size();
    if (length != vectors.right.size()) {
      throw Failures.argument(
          "Cannot take lists of "
              + length
              + " and "
              + vectors.right.size()
              + " numbers as vectors; give both the same length");
    }
    for (List<?> list : List.of(vectors.left, vectors.right)) {
      if (list.contains(null)) {
        throw Failures.argument(
            "Cannot take a list with a null as a vector; filter the list, or replace the null");
      }
    }
    return vectors;
  }

  private static double at(List<?> list, int index) {
    return (Double) list.get(index);
  }

  private static double product(List<?> left, List<?> right) {
    double sum = 0;
    for (int i = 0; i < left.size(); i++) {
      sum += at(left, i) * at(right, i);
    }
    return sum;
  }

  /** Returns the sum of the products. */
  public double innerProduct() {
    return product(left, right);
  }

  /** Returns the length of the difference. */
  public double distance() {
    double sum = 0;
    for (int i = 0; i < left.size(); i++) {
      double difference = at(left, i) - at(right, i);
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  /** Returns the cosine of the angle; null of empty vectors, NaN of vectors without length. */
  public @Nullable Double cosine() {
    if (left.isEmpty()) {
      return null;
    }
    double lengths = Math.sqrt(product(left, left) * product(right, right));
    double cosine = product(left, right) / lengths;
    return Math.max(-1, Math.min(1, cosine)); // NaN stays
  }

  /** Returns 1 less the {@link #cosine}. */
  public @Nullable Double cosineDistance() {
    Double cosine = cosine();
    return cosine == null ? null : Double.valueOf(1 - cosine);
  }
}
