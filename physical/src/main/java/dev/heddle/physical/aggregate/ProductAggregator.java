package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.StateArray;

/**
 * Products as a significand from 1 to 2 and a wide exponent, so that none overflows or underflows
 * on the way. Zeros, infinities, NaN and signs are counted beside, so that each can be taken out.
 */
final class ProductAggregator extends Aggregator {
  private static final int COUNT = 0;
  private static final int EXPONENT = 8; // of the finite values that are not 0
  private static final int ZEROS = 16;
  private static final int INFINITIES = 24;
  private static final int NANS = 32;
  private static final int NEGATIVES = 40;
  private static final int SIGNIFICAND = 48; // as bits; 0 stands for 1
  private static final int BYTES = 56;

  private static final int MAX_SCALE = 4_096; // beyond all exponents of a double

  private final double unit; // of a decimal's last digit, as its reciprocal
  private final MemoryAccount account;
  private final StateArray states;

  ProductAggregator(DataType argument, MemoryAccount account) {
    this.unit = argument instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    this.account = account;
    this.states = new StateArray(account, BYTES, 0);
  }

  @Override
  public void grow(int groupCount) {
    states.grow(groupCount);
  }

  private long state(long groups, int row) {
    return states.address() + (long) BYTES * Memory.getInt(groups + 4L * row);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    try (DoubleValues values = DoubleValues.of(arguments[0], rows, account)) {
      long nulls = arguments[0].validity();
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          add(state(groups, i), values.at(i) / unit);
        }
      }
    }
  }

  private static void add(long state, double value) {
    count(state, COUNT, 1);
    double size = Math.abs(value);
    if (size > 0 && size <= Double.MAX_VALUE) {
      multiply(state, significand(size), exponent(size));
    } else {
      count(state, special(size), 1);
    }
    if (isNegative(value)) {
      count(state, NEGATIVES, 1);
    }
  }

  private static void remove(long state, double value) {
    count(state, COUNT, -1);
    double size = Math.abs(value);
    if (size > 0 && size <= Double.MAX_VALUE) {
      divide(state, significand(size), exponent(size));
    } else {
      count(state, special(size), -1);
    }
    if (isNegative(value)) {
      count(state, NEGATIVES, -1);
    }
  }

  private static int special(double size) {
    return size == 0 ? ZEROS : size > 0 ? INFINITIES : NANS;
  }

  private static boolean isNegative(double value) {
    return Double.doubleToRawLongBits(value) < 0;
  }

  private static void count(long state, int offset, long by) {
    Memory.putLong(state + offset, Memory.getLong(state + offset) + by);
  }

  /** Returns the exponent of a finite number above 0, also of one below the normal ones. */
  private static int exponent(double size) {
    int exponent = Math.getExponent(size);
    return exponent >= Double.MIN_EXPONENT
        ? exponent
        : Math.getExponent(size * 0x1p54) - 54; // exact, since it has few digits
  }

  private static double significand(double size) {
    return Math.scalb(size, -exponent(size));
  }

  private static void multiply(long state, double significand, long exponent) {
    double product = significand(state) * significand;
    boolean isLarge = product >= 2;
    Memory.putDouble(state + SIGNIFICAND, isLarge ? product / 2 : product);
    count(state, EXPONENT, exponent + (isLarge ? 1 : 0));
  }

  private static void divide(long state, double significand, long exponent) {
    double quotient = significand(state) / significand;
    boolean isSmall = quotient < 1;
    Memory.putDouble(state + SIGNIFICAND, isSmall ? quotient * 2 : quotient);
    count(state, EXPONENT, -exponent - (isSmall ? 1 : 0));
  }

  private static double significand(long state) {
    double significand = Memory.getDouble(state + SIGNIFICAND);
    return significand == 0 ? 1 : significand;
  }

  @Override
  public void mergeStates(long groups, Column[] columns, int rows) {
    for (int i = 0; i < rows; i++) {
      if (columns[0].longAt(i) > 0) {
        long state = state(groups, i);
        for (int offset = COUNT; offset < SIGNIFICAND; offset += 8) {
          count(state, offset, columns[offset / 8].longAt(i));
        }
        double significand = Double.longBitsToDouble(columns[SIGNIFICAND / 8].longAt(i));
        multiply(state, significand == 0 ? 1 : significand, 0);
      }
    }
  }

  @Override
  public Column[] states(long groups, int count) {
    return Column.makeAll(BYTES / 8, i -> states.words(DataType.INT64, 8 * i, groups, count));
  }

  @Override
  public SlidingState slide(Column[] arguments, int rows) {
    Buffer own = account.allocateZeroed(BYTES);
    try {
      return new Sliding(own, DoubleValues.of(arguments[0], rows, account));
    } catch (Throwable e) {
      own.release();
      throw e;
    }
  }

  private final class Sliding implements SlidingState {
    private final Buffer own;
    private final DoubleValues values;

    Sliding(Buffer own, DoubleValues values) {
      this.own = own;
      this.values = values;
    }

    @Override
    public void clear() {
      Memory.fill(own.address(), BYTES, (byte) 0);
    }

    @Override
    public void add(int row) {
      ProductAggregator.add(own.address(), values.at(row) / unit);
    }

    @Override
    public void remove(int row) {
      ProductAggregator.remove(own.address(), values.at(row) / unit);
    }

    @Override
    public void store(int group) {
      Memory.copy(own.address(), states.address() + (long) BYTES * group, BYTES);
    }

    @Override
    public void close() {
      own.release();
      values.close();
    }
  }

  @Override
  public Column result(long groups, int count) {
    Buffer products = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(products, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long state = state(groups, i);
      if (Memory.getLong(state + COUNT) > 0) {
        Memory.putDouble(products.address() + 8L * i, product(state));
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, products, validity);
  }

  private static double product(long state) {
    boolean hasZero = Memory.getLong(state + ZEROS) > 0;
    boolean isInfinite = Memory.getLong(state + INFINITIES) > 0;
    if (Memory.getLong(state + NANS) > 0 || (hasZero && isInfinite)) {
      return Double.NaN;
    }
    long exponent = Memory.getLong(state + EXPONENT);
    double size =
        hasZero
            ? 0
            : isInfinite
                ? Double.POSITIVE_INFINITY
                : Math.scalb(significand(state), (int) Math.clamp(exponent, -MAX_SCALE, MAX_SCALE));
    boolean isNegative = (Memory.getLong(state + NEGATIVES) & 1) != 0;
    return isNegative ? -size : size;
  }

  @Override
  long bytes() {
    return states.bytes();
  }

  @Override
  public void close() {
    states.close();
  }
}
