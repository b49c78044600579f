package dev.heddle.physical.kernel.number;

import dev.heddle.io.memory.Memory;

/** Functions of DOUBLE; they never fail: what has no value gives NaN. */
public final class FloatFunctions {
  /** The functions. */
  public enum Function {
    /** Square root. */
    SQRT,
    /** Cube root. */
    CBRT,
    /** e to the argument. */
    EXP,
    /** Natural logarithm. */
    LN,
    /** Logarithm to base 10. */
    LOG10,
    /** Logarithm to base 2. */
    LOG2,
    /** Sine. */
    SIN,
    /** Cosine. */
    COS,
    /** Tangent. */
    TAN,
    /** Cotangent. */
    COT,
    /** Arc sine. */
    ASIN,
    /** Arc cosine. */
    ACOS,
    /** Arc tangent. */
    ATAN,
    /** Hyperbolic sine. */
    SINH,
    /** Hyperbolic cosine. */
    COSH,
    /** Hyperbolic tangent. */
    TANH,
    /** Radians as degrees. */
    DEGREES,
    /** Degrees as radians. */
    RADIANS,
    /** First argument to the second. */
    POWER,
    /** Angle of the point (second, first). */
    ATAN2,
    /** Inverse hyperbolic cosine. */
    ACOSH,
    /** Inverse hyperbolic sine. */
    ASINH,
    /** Inverse hyperbolic tangent. */
    ATANH,
    /** Gamma function. */
    GAMMA,
    /** Natural logarithm of the absolute value of the gamma function. */
    LGAMMA,
    /** e to the argument, less 1. */
    EXPM1,
    /** Natural logarithm of 1 more than the argument. */
    LOG1P,
    /** Distance of the point (first, second) from the origin. */
    HYPOT,
    /** The number beside the first argument in the direction of the second. */
    NEXT_AFTER
  }

  private static final double LN_2 = Math.log(2);
  private static final double LARGE = 1e9; // whose square is the square of 1 more, too

  private FloatFunctions() {}

  /** Computes rows; functions of one argument ignore the second. */
  public static void compute(
      Function function, long a, long aStep, long b, long bStep, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      double x = Memory.getDouble(a + aStep * i);
      double y = Memory.getDouble(b + bStep * i);
      Memory.putDouble(output + 8L * i, value(function, x, y));
    }
  }

  /** Puts the floats of 32 bits beside the first ones, in the direction of the second. */
  public static void nextAfter(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      float x = Memory.getFloat(a + aStep * i);
      float y = Memory.getFloat(b + bStep * i);
      Memory.putFloat(output + 4L * i, Math.nextAfter(x, y));
    }
  }

  private static double value(Function function, double x, double y) {
    return switch (function) {
      case SQRT -> Math.sqrt(x);
      case CBRT -> Math.cbrt(x);
      case EXP -> Math.exp(x);
      case LN -> Math.log(x);
      case LOG10 -> Math.log10(x);
      case LOG2 -> log2(x);
      case SIN -> Math.sin(x);
      case COS -> Math.cos(x);
      case TAN -> Math.tan(x);
      case COT -> 1 / Math.tan(x);
      case ASIN -> Math.asin(x);
      case ACOS -> Math.acos(x);
      case ATAN -> Math.atan(x);
      case SINH -> Math.sinh(x);
      case COSH -> Math.cosh(x);
      case TANH -> Math.tanh(x);
      case DEGREES -> x * (180 / Math.PI);
      case RADIANS -> x * (Math.PI / 180);
      case POWER -> power(x, y);
      case ATAN2 -> Math.atan2(x, y);
      case ACOSH -> acosh(x);
      case ASINH -> Math.copySign(asinh(Math.abs(x)), x);
      case ATANH -> 0.5 * Math.log1p(2 * x / (1 - x));
      case GAMMA -> GammaFunction.gamma(x);
      case LGAMMA -> GammaFunction.logarithm(x);
      case EXPM1 -> Math.expm1(x);
      case LOG1P -> Math.log1p(x);
      case HYPOT -> Math.hypot(x, y);
      case NEXT_AFTER -> Math.nextAfter(x, y);
    };
  }

  /** Powers of 1, and infinite ones of -1, are 1, which {@link Math#pow} does not have. */
  private static double power(double x, double y) {
    boolean isOne = x == 1 || (x == -1 && Double.isInfinite(y));
    return isOne ? 1 : Math.pow(x, y);
  }

  private static double acosh(double x) {
    double above = x - 1;
    return x > LARGE ? Math.log(x) + LN_2 : Math.log1p(above + Math.sqrt(above * (above + 2)));
  }

  private static double asinh(double x) {
    return x > LARGE ? Math.log(x) + LN_2 : Math.log1p(x + x * x / (1 + Math.sqrt(1 + x * x)));
  }

  /** Is exact for powers of two. */
  private static double log2(double x) {
    if (x > 0 && Double.isFinite(x)) {
      int exponent = Math.getExponent(x);
      double power = Math.scalb(1.0, exponent);
      if (power == x) {
        return exponent;
      }
    }
    return Math.log(x) / LN_2;
  }
}
