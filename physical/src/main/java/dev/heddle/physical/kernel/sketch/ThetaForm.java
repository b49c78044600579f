package dev.heddle.physical.kernel.sketch;

import dev.heddle.io.memory.Memory;
import org.apache.datasketches.theta.CompactThetaSketch;
import org.apache.datasketches.theta.ThetaSetOperation;
import org.apache.datasketches.theta.ThetaSketch;
import org.apache.datasketches.theta.ThetaUnion;

/** Theta: about how many values are different, also of what sets have in common. */
public final class ThetaForm extends SketchForm<ThetaUnion> {
  /** The only one. */
  public static final ThetaForm INSTANCE = new ThetaForm();

  private static final int OBJECT_BYTES = 1_200;
  private static final int MAX_TABLE_BYTES = 1 << 16;

  private ThetaForm() {
    super("theta");
  }

  @Override
  public int firstBytes() {
    return OBJECT_BYTES;
  }

  @Override
  public int maxGrowthBytes() {
    return MAX_TABLE_BYTES;
  }

  @Override
  public int sizeOf(ThetaUnion sketch) {
    return OBJECT_BYTES + sketch.getCurrentBytes();
  }

  @Override
  public ThetaUnion empty() {
    return ThetaSetOperation.builder().buildUnion();
  }

  @Override
  public void update(ThetaUnion sketch, long value) {
    sketch.update(value);
  }

  @Override
  public void update(ThetaUnion sketch, double value) {
    sketch.update(value);
  }

  @Override
  public void update(ThetaUnion sketch, byte[] value) {
    sketch.update(value);
  }

  @Override
  public ThetaUnion merged(ThetaUnion sketch, ThetaUnion further) {
    sketch.union(further.getResult());
    return sketch;
  }

  @Override
  public ThetaUnion copyOf(ThetaUnion sketch) {
    return merged(empty(), sketch);
  }

  @Override
  public byte[] toBytes(ThetaUnion sketch) {
    return sketch.getResult().toByteArray();
  }

  @Override
  ThetaUnion read(byte[] bytes) {
    ThetaUnion union = empty();
    union.union(ThetaSketch.heapify(Memory.segment(bytes)));
    return union;
  }

  /** Returns about how many values are different. */
  public static long estimate(byte[] bytes) {
    return Math.round(result(bytes).getEstimate());
  }

  private static CompactThetaSketch result(byte[] bytes) {
    return INSTANCE.fromBytes(bytes).getResult();
  }

  /** Returns the sketch of the values that both have. */
  public static byte[] intersection(byte[] left, byte[] right) {
    return ThetaSetOperation.builder()
        .buildIntersection()
        .intersect(result(left), result(right))
        .toByteArray();
  }

  /** Returns the sketch of the values that the first has and the second has not. */
  public static byte[] difference(byte[] left, byte[] right) {
    return ThetaSetOperation.builder()
        .buildANotB()
        .aNotB(result(left), result(right))
        .toByteArray();
  }
}
