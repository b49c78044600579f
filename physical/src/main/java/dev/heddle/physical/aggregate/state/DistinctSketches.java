package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.KeyLayout;
import java.util.List;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;

/**
 * Approximate numbers of different values: HyperLogLog sketches over hashes of the values, whose
 * relative standard error is about 1.6 %. Exact for a few values.
 */
public final class DistinctSketches extends SketchAggregator<HllSketch> {
  private static final int REGISTER_BITS = 12;
  private static final int OBJECT_BYTES = 120;
  private static final int LIST_BYTES = 40; // of the values of a sketch that has few

  /** What one with a value takes. */
  static final int FIRST_BYTES = OBJECT_BYTES + LIST_BYTES;

  private final KeyLayout layout;

  public DistinctSketches(DataType argument, MemoryAccount account) {
    super(account);
    this.layout = new KeyLayout(List.of(new Field("value", argument, true)));
  }

  @Override
  int firstBytes() {
    return FIRST_BYTES;
  }

  @Override
  int maxGrowthBytes() {
    return 1 << REGISTER_BITS;
  }

  @Override
  int sizeOf(HllSketch sketch) {
    return OBJECT_BYTES + sketch.getUpdatableSerializationBytes();
  }

  @Override
  void add(long groups, Column[] arguments, int rows) {
    long nulls = arguments[0].validity();
    int rowBytes = layout.rowBytes();
    Buffer scratch = account().allocate((rowBytes + 8L) * rows);
    try {
      long keys = scratch.address();
      long hashes = keys + (long) rowBytes * rows;
      layout.encode(arguments, rows, keys);
      layout.hash(keys, rows, hashes);
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          int group = Memory.getInt(groups + 4L * i);
          HllSketch sketch = known(group);
          if (sketch == null) {
            sketch = new HllSketch(REGISTER_BITS, TgtHllType.HLL_8);
            put(group, sketch);
          }
          sketch.update(Memory.getLong(hashes + 8L * i));
        }
      }
    } finally {
      scratch.release();
    }
  }

  @Override
  public boolean takesCodes() {
    return true;
  }

  @Override
  HllSketch merged(HllSketch sketch, HllSketch further) {
    HllUnion union = new HllUnion(REGISTER_BITS);
    union.update(sketch);
    union.update(further);
    return union.getResult(TgtHllType.HLL_8);
  }

  @Override
  HllSketch copyOf(HllSketch sketch) {
    return sketch.copy();
  }

  @Override
  byte[] toBytes(HllSketch sketch) {
    return sketch.toCompactByteArray();
  }

  @Override
  HllSketch fromBytes(byte[] bytes) {
    return HllSketch.heapify(bytes);
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account().allocate(8L * count);
    for (int i = 0; i < count; i++) {
      HllSketch sketch = known(Memory.getInt(groups + 4L * i));
      long estimate = sketch == null ? 0 : Math.round(sketch.getEstimate());
      Memory.putLong(values.address() + 8L * i, estimate);
    }
    return Column.fixed(DataType.INT64, count, values, null);
  }
}
