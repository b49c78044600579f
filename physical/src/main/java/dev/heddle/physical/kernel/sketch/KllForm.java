package dev.heddle.physical.kernel.sketch;

import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;
import org.jspecify.annotations.Nullable;

/** KLL: about quantiles of numbers, whose ranks are off by 1.3 % at most in 99 of 100 cases. */
public final class KllForm extends SketchForm<KllDoublesSketch> {
  /** The only one. */
  public static final KllForm INSTANCE = new KllForm();

  private static final int OBJECT_BYTES = 2_000;

  private KllForm() {
    super("KLL");
  }

  @Override
  public int firstBytes() {
    return OBJECT_BYTES;
  }

  @Override
  public int maxGrowthBytes() {
    return OBJECT_BYTES;
  }

  @Override
  public int sizeOf(KllDoublesSketch sketch) {
    return OBJECT_BYTES + sketch.getSerializedSizeBytes();
  }

  @Override
  public KllDoublesSketch empty() {
    return KllDoublesSketch.newHeapInstance();
  }

  @Override
  public void update(KllDoublesSketch sketch, long value) {
    sketch.update((double) value);
  }

  @Override
  public void update(KllDoublesSketch sketch, double value) {
    sketch.update(value);
  }

  @Override
  public void update(KllDoublesSketch sketch, byte[] value) {
    throw new IllegalStateException("No number: " + value.length + " bytes");
  }

  @Override
  public KllDoublesSketch merged(KllDoublesSketch sketch, KllDoublesSketch further) {
    sketch.merge(further);
    return sketch;
  }

  @Override
  public KllDoublesSketch copyOf(KllDoublesSketch sketch) {
    return read(sketch.toByteArray());
  }

  @Override
  public byte[] toBytes(KllDoublesSketch sketch) {
    return sketch.toByteArray();
  }

  @Override
  KllDoublesSketch read(byte[] bytes) {
    return KllDoublesSketch.heapify(Memory.segment(bytes));
  }

  /** Returns the number of values. */
  public static long count(byte[] bytes) {
    return INSTANCE.fromBytes(bytes).getN();
  }

  /**
   * Returns about the value at a fraction of the values in order; null if there is none.
   *
   * @throws dev.heddle.frame.error.HeddleException if the fraction is not from 0 to 1
   */
  public static @Nullable Double quantile(byte[] bytes, double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw Failures.argument("Cannot take a quantile at " + fraction + ": it is from 0 to 1");
    }
    KllDoublesSketch sketch = INSTANCE.fromBytes(bytes);
    return sketch.isEmpty() ? null : sketch.getQuantile(fraction, QuantileSearchCriteria.INCLUSIVE);
  }

  /** Returns about which share of the values is at most a value; null if there is none. */
  public static @Nullable Double rank(byte[] bytes, double value) {
    KllDoublesSketch sketch = INSTANCE.fromBytes(bytes);
    return sketch.isEmpty() ? null : sketch.getRank(value, QuantileSearchCriteria.INCLUSIVE);
  }
}
