package dev.heddle.physical.kernel.number;

import dev.heddle.physical.kernel.Failures;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Upper ends of bins of equal width between two numbers, of which the last one holds the larger.
 * Nice ends are multiples of 2 or 5 times a power of ten, for which there may be up to twice the
 * number of bins. Stateless.
 */
public final class EqualBins {
  /** The number of bins that a call may ask for. */
  public static final int MAX_BINS = 1_000_000;

  /** What the ends of bins are. */
  public enum Ends {
    /** Those of bins of exactly one width. */
    EVEN,
    /** Round values, and about the number of bins that is asked for. */
    NICE
  }

  private static final BigInteger PARTS = BigInteger.valueOf(1000); // of one, that a step may have

  private EqualBins() {}

  /**
   * Checks a number of bins and the order of their ends.
   *
   * @param order of the smallest and the largest value
   * @throws dev.heddle.frame.error.HeddleException if there is no such number of bins
   */
  public static void check(int order, Object min, Object max, long count) {
    if (count < 1 || count > MAX_BINS) {
      throw Failures.argument(
          "Cannot make " + count + " bins: their number is from 1 to " + MAX_BINS);
    }
    if (order > 0) {
      throw Failures.argument("Cannot make bins from " + min + " down to " + max + "; swap both");
    }
  }

  /** Returns the ends of bins of integers, each once. */
  public static List<Long> ofIntegers(long min, long max, long count, Ends kind) {
    check(Long.compare(min, max), min, max, count);
    if (min == max) {
      return List.of(min);
    }
    BigInteger low = BigInteger.valueOf(min).multiply(PARTS);
    BigInteger end = BigInteger.valueOf(max).multiply(PARTS);
    BigInteger step = end.subtract(low).divide(BigInteger.valueOf(count));
    long most = count;
    if (kind == Ends.NICE) {
      BigInteger nice = nearNice(step);
      BigInteger ceiling = end.add(nice).subtract(BigInteger.ONE).divide(nice).multiply(nice);
      if (!ceiling.equals(low)) {
        end = ceiling;
        step = nice;
      }
      most *= 2;
    }
    List<Long> ends = new ArrayList<>();
    for (BigInteger at = end; at.compareTo(low) > 0; at = at.subtract(step)) {
      BigInteger whole = at.divide(PARTS);
      if (whole.bitLength() > 63) {
        throw Failures.argument("Cannot make bins up to " + whole + ", which is no BIGINT");
      }
      long bound = whole.longValueExact();
      if (ends.size() >= most) {
        break;
      }
      if (ends.isEmpty() || bound != ends.getLast()) {
        ends.add(bound);
      }
    }
    Collections.reverse(ends);
    return ends;
  }

  private static BigInteger nearNice(BigInteger step) {
    BigInteger power = BigInteger.ONE;
    while (power.multiply(BigInteger.TEN).compareTo(step) < 0) {
      power = power.multiply(BigInteger.TEN);
    }
    boolean isOverTwo = power.shiftLeft(1).compareTo(step) <= 0;
    boolean isOverThree = power.multiply(BigInteger.valueOf(3)).compareTo(step) <= 0;
    BigInteger two = power.multiply(BigInteger.valueOf(isOverThree ? 10 : 2));
    BigInteger five = power.multiply(BigInteger.valueOf(isOverTwo ? 5 : 1));
    BigInteger byTwo = step.add(two.shiftRight(1)).divide(two).multiply(two);
    BigInteger byFive = step.add(five.shiftRight(1)).divide(five).multiply(five);
    BigInteger nice =
        step.subtract(byTwo).abs().compareTo(step.subtract(byFive).abs()) < 0 ? byTwo : byFive;
    return nice.signum() == 0 ? BigInteger.ONE : nice;
  }

  /** Returns the ends of bins of numbers. */
  public static List<Double> ofReals(double min, double max, long count, Ends kind) {
    if (!Double.isFinite(min) || !Double.isFinite(max)) {
      throw Failures.argument("Cannot make bins from " + min + " to " + max + ": both are finite");
    }
    check(Double.compare(min, max), min, max, count);
    if (min == max) {
      return List.of(min);
    }
    double span = max - min;
    double step = Double.isFinite(span) ? span / count : max / count - min / count;
    double power = power(step);
    double end = max;
    long most = count;
    if (kind == Ends.NICE) {
      step = nearNice(step, power);
      end = Math.ceil(max / step) * step;
      most *= 2;
    }
    double scale = 10 / power;
    List<Double> ends = new ArrayList<>();
    for (double at = end; at > min; at -= step) {
      double bound = kind == Ends.NICE ? rounded(at * scale) / scale : at;
      if (!ends.isEmpty() && (bound <= min || ends.size() >= most)) {
        break;
      }
      if (ends.isEmpty() || bound != ends.getLast()) {
        ends.add(bound);
      }
      if (at - step == at) {
        break; // closer than numbers of this size are
      }
    }
    Collections.reverse(ends);
    return ends;
  }

  private static double power(double step) {
    double power = 1;
    if (step < 1) {
      while (power > step) {
        power /= 10;
      }
      return power;
    }
    while (power < step) {
      power *= 10;
    }
    return power / 10;
  }

  private static double nearNice(double step, double power) {
    double two = power * (power * 3 <= step ? 10 : 2);
    double five = power * (power * 2 <= step ? 5 : 1);
    double byTwo = rounded(step / two) * two;
    double byFive = rounded(step / five) * five;
    return Math.abs(step - byTwo) < Math.abs(step - byFive) ? byTwo : byFive;
  }

  /** Rounds half away from zero. */
  private static double rounded(double value) {
    return Math.copySign(Math.floor(Math.abs(value) + 0.5), value);
  }
}
