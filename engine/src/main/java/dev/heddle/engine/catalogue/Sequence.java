package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.sql.tree.Statement;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A source of numbers, of which none is given twice, whatever happens to the transaction or the
 * process that took it. Thread-safe.
 *
 * <p>One of a lasting database states there from which value a restart goes on ({@link #stored}),
 * and moves that ahead, by more values each time, before it gives one that is not behind it. A
 * crash leaves out at most the number of values that were taken before it.
 */
public final class Sequence {
  private static final long MAX_RESERVED = 1 << 16;

  private final String name;
  private final long increment;
  private final long min;
  private final long max;
  private final boolean cycles;
  private final @Nullable Runnable store; // makes what is stored last; null without
  private final BigInteger step;
  private volatile Stored stored;
  private @Nullable Long next; // guarded by this, as all below
  private @Nullable Long last;
  private long reserved; // how many values may be given before more is stored
  private long block = 1; // of the next reservation

  /**
   * From where a restart goes on.
   *
   * @param next null if all values were given
   */
  public record Stored(@Nullable Long next) {}

  private Sequence(
      String name,
      long increment,
      long min,
      long max,
      boolean cycles,
      @Nullable Long next,
      @Nullable Runnable store) {
    this.name = name;
    this.increment = increment;
    this.min = min;
    this.max = max;
    this.cycles = cycles;
    this.step = BigInteger.valueOf(increment).abs();
    this.next = next;
    this.stored = new Stored(next);
    this.store = store;
  }

  /**
   * Makes a new one.
   *
   * @param store makes the values that are {@link #stored} last; null if it has none
   * @throws AnalysisException if it would start out of its bounds
   */
  static Sequence of(Statement.CreateSequence s, @Nullable Runnable store) {
    String name = s.name().text();
    boolean isUp = s.increment() > 0;
    long min = s.min() != null ? s.min() : isUp ? 1 : Long.MIN_VALUE;
    long max = s.max() != null ? s.max() : isUp ? Long.MAX_VALUE : -1;
    long start = s.start() != null ? s.start() : isUp ? min : max;
    if (min > max || start < min || start > max) {
      throw new AnalysisException(
          "Cannot create sequence \""
              + name
              + "\": it starts at "
              + start
              + ", which is not between "
              + min
              + " and "
              + max);
    }
    return new Sequence(name, s.increment(), min, max, s.cycles(), start, store);
  }

  /**
   * Makes one again.
   *
   * @param next null if all its values were given
   */
  public static Sequence again(
      String name, Definition definition, @Nullable Long next, Runnable store) {
    return new Sequence(
        name,
        definition.increment(),
        definition.min(),
        definition.max(),
        definition.cycles(),
        next,
        store);
  }

  /** What CREATE SEQUENCE states. */
  public record Definition(long increment, long min, long max, boolean cycles) {}

  /** Returns its name, as it was written. */
  public String name() {
    return name;
  }

  /** Returns what it was created as. */
  public Definition definition() {
    return new Definition(increment, min, max, cycles);
  }

  /** Returns from where a restart goes on. Waits for nobody. */
  public Stored stored() {
    return stored;
  }

  /** Stores exactly what is next, since nobody takes a value any more. */
  public synchronized void settle() {
    stored = new Stored(next);
    reserved = 0;
  }

  /** Takes a value that no other call gets. */
  synchronized long take() {
    Long value = next;
    if (value == null) {
      throw new HeddleException(
          ErrorCode.CONSTRAINT,
          "Cannot take a value of sequence \""
              + name
              + "\": its last one"
              + (last == null ? "" : ", " + last + ",")
              + " was taken; create it with CYCLE or other bounds");
    }
    if (store != null && reserved == 0) {
      reserve(value, store);
    }
    reserved = Math.max(0, reserved - 1);
    last = value;
    next = after(value, 1);
    return value;
  }

  private void reserve(long value, Runnable makesLast) {
    BigInteger left = left(value);
    long half = left.shiftRight(1).min(BigInteger.valueOf(MAX_RESERVED)).longValue();
    long wanted = Math.max(1, Math.min(block, half)); // a crash must not use up the rest
    stored = new Stored(after(value, wanted));
    makesLast.run();
    reserved = wanted;
    block = Math.min(MAX_RESERVED, 2 * block);
  }

  /** Returns how many values there are from one on before the end. */
  private BigInteger left(long value) {
    BigInteger distance =
        increment > 0
            ? BigInteger.valueOf(max).subtract(BigInteger.valueOf(value))
            : BigInteger.valueOf(value).subtract(BigInteger.valueOf(min));
    return distance.divide(step).add(BigInteger.ONE);
  }

  /**
   * Returns the value that follows some others.
   *
   * @param count at most the number of those that are left
   */
  private @Nullable Long after(long value, long count) {
    if (left(value).compareTo(BigInteger.valueOf(count)) > 0) {
      return value + count * increment;
    }
    if (!cycles) {
      return null;
    }
    return increment > 0 ? min : max;
  }

  /** Lets a value be the last one that was taken. */
  synchronized long setLast(long value) {
    require(value);
    next = value;
    reserved = 0;
    return take();
  }

  /** Lets a value be the one that is taken next; the last one that was taken stays. */
  synchronized long setNext(long value) {
    require(value);
    next = value;
    reserved = 0;
    stored = new Stored(next);
    if (store != null) {
      store.run();
    }
    return value;
  }

  private void require(long value) {
    if (value < min || value > max) {
      throw new HeddleException(
          ErrorCode.CONSTRAINT,
          "Cannot set sequence \""
              + name
              + "\" to "
              + value
              + ", which is not between "
              + min
              + " and "
              + max);
    }
  }

  /** Returns the value that was taken last; null if none was. */
  synchronized @Nullable Long last() {
    return last;
  }

  /** Returns the value that was taken last. */
  synchronized long current() {
    if (last == null) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot tell the last value of sequence \"" + name + "\": none was taken yet");
    }
    return last;
  }
}
