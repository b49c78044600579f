package dev.heddle.physical.kernel.sketch;

import dev.heddle.physical.kernel.Failures;

/**
 * A kind of sketch: how one is made, changed, stored and read. Stateless.
 *
 * @param <S> the sketch, which one thread changes at a time
 */
public abstract class SketchForm<S> {
  private final String name;

  SketchForm(String name) {
    this.name = name;
  }

  /** Returns about what a sketch of one value takes on the heap. */
  public abstract int firstBytes();

  /** Returns about the most by which one further value makes a sketch larger. */
  public abstract int maxGrowthBytes();

  /** Returns about what a sketch takes on the heap. */
  public abstract int sizeOf(S sketch);

  /** Returns a sketch of no value. */
  public abstract S empty();

  /** Adds a value. */
  public abstract void update(S sketch, long value);

  /** Adds a value. */
  public abstract void update(S sketch, double value);

  /** Adds a value. */
  public abstract void update(S sketch, byte[] value);

  /** Returns a sketch of both, of which the first may be changed. */
  public abstract S merged(S sketch, S further);

  /** Returns another sketch of the same values. */
  public abstract S copyOf(S sketch);

  /** Returns what a sketch is stored as. */
  public abstract byte[] toBytes(S sketch);

  abstract S read(byte[] bytes);

  /**
   * Reads what {@link #toBytes} gave, here or elsewhere.
   *
   * @throws dev.heddle.frame.error.HeddleException if it is no such sketch
   */
  public final S fromBytes(byte[] bytes) {
    try {
      return read(bytes);
    } catch (RuntimeException e) { // the library throws several kinds
      throw Failures.argument(
          "Cannot read " + bytes.length + " bytes as a " + name + " sketch: " + e.getMessage());
    }
  }
}
