package dev.heddle.physical.kernel.list;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Continuous quantiles of decimals of any number of digits. Stateless. */
public final class DecimalQuantiles {
  private DecimalQuantiles() {}

  /**
   * Returns the quantile of the values that are not null: one of them, or more than it by a part of
   * the way to the next, which is a binary64 number cut to their scale; null without any.
   *
   * @param values decimals of one scale
   * @param fraction from 0 to 1
   */
  public static @Nullable BigDecimal of(List<?> values, double fraction) {
    List<BigDecimal> sorted =
        values.stream().filter(Objects::nonNull).map(BigDecimal.class::cast).sorted().toList();
    if (sorted.isEmpty()) {
      return null;
    }
    double place = fraction * (sorted.size() - 1);
    BigDecimal low = sorted.get((int) Math.floor(place));
    BigDecimal high = sorted.get((int) Math.ceil(place));
    if (low.compareTo(high) == 0) {
      return low;
    }
    double share = place - Math.floor(place);
    BigDecimal way = high.subtract(low);
    BigInteger cut = new BigDecimal(way.unscaledValue().doubleValue() * share).toBigInteger();
    return low.add(new BigDecimal(cut, low.scale()));
  }
}
