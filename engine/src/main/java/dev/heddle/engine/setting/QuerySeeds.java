package dev.heddle.engine.setting;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the random numbers of a session's queries follow from: of each query another seed, drawn
 * anew, or the next one of the series that {@code SET seed} began. Thread-safe.
 */
final class QuerySeeds {
  private static final String NONE = "none";

  private @Nullable SplittableRandom series;
  private String text = NONE;

  /** Begins the series of a number. */
  synchronized void startAt(String value) {
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new HeddleException(
          ErrorCode.ANALYSIS, "Cannot set seed to " + value + ": it is a number, such as 0.42", e);
    }
    series = new SplittableRandom(Double.doubleToLongBits(number));
    text = value;
  }

  synchronized void reset() {
    series = null;
    text = NONE;
  }

  synchronized long next() {
    return series == null ? ThreadLocalRandom.current().nextLong() : series.nextLong();
  }

  synchronized String text() {
    return text;
  }
}
