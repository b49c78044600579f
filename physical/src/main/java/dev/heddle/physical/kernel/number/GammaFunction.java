package dev.heddle.physical.kernel.number;

/**
 * The gamma function, by Lanczos' approximation: integers up to 171 are products, other results are
 * off by less than 1e-13 of their size, logarithms near 0 by less than 1e-14.
 */
final class GammaFunction {
  private static final double MAX_ARGUMENT = 171.7; // above, the result is infinite
  private static final int MAX_FACTORIAL = 171;
  private static final double SHIFT = 7;
  private static final double[] COEFFICIENTS = {
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7
  };
  private static final double HALF_LOG_OF_TWO_PI = 0.5 * Math.log(2 * Math.PI);
  private static final double SERIES_START = 20;

  private GammaFunction() {}

  /** Returns the value: NaN for negative integers, of the sign of zero infinite for zeros. */
  static double gamma(double x) {
    if (x == 0) {
      return 1 / x;
    }
    if (Double.isNaN(x) || x == Double.NEGATIVE_INFINITY || (x < 0 && x == Math.rint(x))) {
      return Double.NaN;
    }
    if (x > MAX_ARGUMENT) {
      return Double.POSITIVE_INFINITY;
    }
    if (x == Math.rint(x) && x <= MAX_FACTORIAL) {
      double product = 1;
      for (int i = 2; i < x; i++) {
        product *= i;
      }
      return product;
    }
    if (x < 0.5) {
      return Math.PI / (sinOfPi(x) * gamma(1 - x));
    }
    double base = x - 0.5 + SHIFT;
    double root = Math.pow(base, (x - 0.5) / 2); // its square would overflow too early
    return Math.sqrt(2 * Math.PI) * root * Math.exp(-base) * root * sum(x - 1);
  }

  /** Returns the logarithm of the absolute value, infinite for 0 and negative integers. */
  static double logarithm(double x) {
    if (Double.isNaN(x)) {
      return x;
    }
    if (Double.isInfinite(x) || (x <= 0 && x == Math.rint(x))) {
      return Double.POSITIVE_INFINITY;
    }
    if (x < 0.5) {
      return Math.log(Math.PI / Math.abs(sinOfPi(x))) - logarithm(1 - x);
    }
    return x < SERIES_START ? Math.log(gamma(x)) : series(x);
  }

  /** Stirling's series, for large arguments. */
  private static double series(double x) {
    double square = x * x;
    double terms = 1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / (1680 * square)) / square) / square;
    return (x - 0.5) * Math.log(x) - x + HALF_LOG_OF_TWO_PI + terms / x;
  }

  private static double sinOfPi(double x) {
    double whole = Math.rint(x);
    double sine = Math.sin(Math.PI * (x - whole));
    return whole % 2 == 0 ? sine : -sine;
  }

  private static double sum(double x) {
    double sum = COEFFICIENTS[0];
    for (int i = 1; i < COEFFICIENTS.length; i++) {
      sum += COEFFICIENTS[i] / (x + i);
    }
    return sum;
  }
}
