package dev.heddle.physical.kernel.number;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;

/** IEEE 754 arithmetic; it never fails. A step of 0 repeats a side's first value. */
public final class FloatArithmetic {
  private FloatArithmetic() {}

  /** Returns the value at a share of the way from one value to another, which is not smaller. */
  public static double between(double low, double high, double share) {
    if (low == high) {
      return low;
    }
    double way = high - low;
    return Double.isInfinite(way) ? low * (1 - share) + high * share : low + way * share;
  }

  /** Computes rows of a floating-point layout. */
  public static void compute(
      IntegerArithmetic.Operation operation,
      Layout layout,
      long a,
      long aStep,
      long b,
      long bStep,
      long output,
      int rows) {
    if (layout == Layout.FLOAT32) {
      floats(operation, a, aStep, b, bStep, output, rows);
      return;
    }
    switch (operation) {
      case ADD -> add(a, aStep, b, bStep, output, rows);
      case SUBTRACT -> subtract(a, aStep, b, bStep, output, rows);
      case MULTIPLY -> multiply(a, aStep, b, bStep, output, rows);
      case DIVIDE -> divide(a, aStep, b, bStep, output, rows);
      case FLOOR_DIVIDE -> {
        for (int i = 0; i < rows; i++) {
          double quotient =
              Math.floor(Memory.getDouble(a + aStep * i) / Memory.getDouble(b + bStep * i));
          Memory.putDouble(output + 8L * i, quotient);
        }
      }
      case MODULO -> {
        for (int i = 0; i < rows; i++) {
          double remainder = Memory.getDouble(a + aStep * i) % Memory.getDouble(b + bStep * i);
          Memory.putDouble(output + 8L * i, remainder);
        }
      }
    }
  }

  private static void add(long a, long aStep, long b, long bStep, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      Memory.putDouble(output + 8L * i, Memory.getDouble(a) + Memory.getDouble(b));
      a += aStep;
      b += bStep;
    }
  }

  private static void subtract(long a, long aStep, long b, long bStep, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      Memory.putDouble(output + 8L * i, Memory.getDouble(a) - Memory.getDouble(b));
      a += aStep;
      b += bStep;
    }
  }

  private static void multiply(long a, long aStep, long b, long bStep, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      Memory.putDouble(output + 8L * i, Memory.getDouble(a) * Memory.getDouble(b));
      a += aStep;
      b += bStep;
    }
  }

  private static void divide(long a, long aStep, long b, long bStep, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      Memory.putDouble(output + 8L * i, Memory.getDouble(a) / Memory.getDouble(b));
      a += aStep;
      b += bStep;
    }
  }

  private static void floats(
      IntegerArithmetic.Operation operation,
      long a,
      long aStep,
      long b,
      long bStep,
      long output,
      int rows) {
    for (int i = 0; i < rows; i++) {
      float x = Memory.getFloat(a + aStep * i);
      float y = Memory.getFloat(b + bStep * i);
      float result =
          switch (operation) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            case DIVIDE -> x / y;
            case FLOOR_DIVIDE -> (float) Math.floor(x / y);
            case MODULO -> x % y;
          };
      Memory.putFloat(output + 4L * i, result);
    }
  }
}
