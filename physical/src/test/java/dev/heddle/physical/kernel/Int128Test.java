package dev.heddle.physical.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Int128Test {
  private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(127);

  private final Random random = new Random(42);

  private BigInteger next() {
    BigInteger value = new BigInteger(random.nextInt(128), random);
    return switch (random.nextInt(8)) {
      case 0 -> BigInteger.valueOf(random.nextInt(3) - 1);
      case 1 -> LIMIT.subtract(BigInteger.ONE);
      case 2 -> LIMIT.negate();
      case 3 -> BigInteger.valueOf(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
      case 4, 5 -> value.negate();
      default -> value;
    };
  }

  private static Int128 of(BigInteger value) {
    Int128 result = new Int128();
    assertThat(result.setBig(value)).isFalse();
    return result;
  }

  private static void check(Int128 value, boolean overflow, BigInteger exact, String what) {
    boolean fits = exact.bitLength() < 128;
    assertThat(overflow).as(what).isEqualTo(!fits);
    if (fits) {
      assertThat(value.toBigInteger()).as(what).isEqualTo(exact);
    }
  }

  @Test
  void agreesWithBigIntegers() {
    for (int i = 0; i < 200_000; i++) {
      BigInteger a = next();
      BigInteger b = next();
      String what = a + " and " + b;
      Int128 value = of(a);
      assertThat(value.toBigInteger()).isEqualTo(a);
      check(value, value.add(b.longValue(), high(b)), a.add(b), what);
      value = of(a);
      check(value, value.subtract(b.longValue(), high(b)), a.subtract(b), what);
      value = of(a);
      check(value, value.multiply(b.longValue(), high(b)), a.multiply(b), what);
      value = of(a);
      check(value, value.negate(), a.negate(), what);
      assertThat(Integer.signum(Int128.compare(a.longValue(), high(a), b.longValue(), high(b))))
          .as(what)
          .isEqualTo(a.compareTo(b));
    }
  }

  private static long high(BigInteger value) {
    return value.shiftRight(64).longValue();
  }

  @Test
  void dividesByWordsTowardsZeroAndRounded() {
    for (int i = 0; i < 200_000; i++) {
      BigInteger a = next();
      long divisor = next().longValue();
      if (divisor == 0 || (a.equals(LIMIT.negate()) && divisor == -1)) {
        continue;
      }
      BigInteger d = BigInteger.valueOf(divisor);
      String what = a + " by " + divisor;
      Int128 value = of(a);
      long remainder = value.divide(divisor);
      assertThat(value.toBigInteger()).as(what).isEqualTo(a.divide(d));
      assertThat(remainder).as(what).isEqualTo(a.remainder(d).longValue());
      if (divisor != Long.MIN_VALUE) {
        value = of(a);
        value.divideRounded(divisor);
        BigDecimal exact = new BigDecimal(a).divide(new BigDecimal(d), 0, RoundingMode.HALF_UP);
        assertThat(value.toBigInteger()).as(what).isEqualTo(exact.toBigInteger());
      }
    }
  }

  @Test
  void scalesByPowersOfTen() {
    for (int i = 0; i < 50_000; i++) {
      BigInteger a = next();
      int digits = random.nextInt(39);
      BigInteger power = BigInteger.TEN.pow(digits);
      String what = a + " by 10^" + digits;
      Int128 value = of(a);
      boolean overflow = value.scaleUp(digits);
      if (!overflow) {
        assertThat(value.toBigInteger()).as(what).isEqualTo(a.multiply(power));
      } else {
        assertThat(a.multiply(power).bitLength()).as(what).isGreaterThanOrEqualTo(127);
      }
      value = of(a);
      value.scaleDown(digits);
      BigDecimal rounded = new BigDecimal(a, digits).setScale(0, RoundingMode.HALF_UP);
      assertThat(value.toBigInteger()).as(what).isEqualTo(rounded.toBigInteger());
      value = of(a);
      value.truncateDown(digits);
      assertThat(value.toBigInteger()).as(what).isEqualTo(a.divide(power));
      int most = 1 + random.nextInt(38);
      assertThat(of(a).hasAtMostDigits(most))
          .as(a + " in " + most + " digits")
          .isEqualTo(a.abs().compareTo(BigInteger.TEN.pow(most)) < 0);
    }
  }
}
