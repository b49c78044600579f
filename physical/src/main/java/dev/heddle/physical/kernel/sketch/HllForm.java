package dev.heddle.physical.kernel.sketch;

import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;

/** HyperLogLog: about how many values are different, by 1.6 % (one standard deviation). */
public final class HllForm extends SketchForm<HllSketch> {
  /** The only one. */
  public static final HllForm INSTANCE = new HllForm();

  private static final int REGISTER_BITS = 12;
  private static final int OBJECT_BYTES = 160;

  private HllForm() {
    super("HyperLogLog");
  }

  @Override
  public int firstBytes() {
    return OBJECT_BYTES;
  }

  @Override
  public int maxGrowthBytes() {
    return 1 << REGISTER_BITS;
  }

  @Override
  public int sizeOf(HllSketch sketch) {
    return OBJECT_BYTES + sketch.getUpdatableSerializationBytes();
  }

  @Override
  public HllSketch empty() {
    return new HllSketch(REGISTER_BITS, TgtHllType.HLL_8);
  }

  @Override
  public void update(HllSketch sketch, long value) {
    sketch.update(value);
  }

  @Override
  public void update(HllSketch sketch, double value) {
    sketch.update(value);
  }

  @Override
  public void update(HllSketch sketch, byte[] value) {
    sketch.update(value);
  }

  @Override
  public HllSketch merged(HllSketch sketch, HllSketch further) {
    HllUnion union = new HllUnion(REGISTER_BITS);
    union.update(sketch);
    union.update(further);
    return union.getResult(TgtHllType.HLL_8);
  }

  @Override
  public HllSketch copyOf(HllSketch sketch) {
    return sketch.copy();
  }

  @Override
  public byte[] toBytes(HllSketch sketch) {
    return sketch.toCompactByteArray();
  }

  @Override
  HllSketch read(byte[] bytes) {
    return HllSketch.heapify(bytes);
  }

  /** Returns about how many values are different. */
  public static long estimate(byte[] bytes) {
    return Math.round(INSTANCE.fromBytes(bytes).getEstimate());
  }
}
