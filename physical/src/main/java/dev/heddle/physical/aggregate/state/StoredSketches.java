package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.sketch.HllForm;
import dev.heddle.physical.kernel.sketch.KllForm;
import dev.heddle.physical.kernel.sketch.SketchForm;
import dev.heddle.physical.kernel.sketch.ThetaForm;

/**
 * Sketches as binaries, of values or of other sketches: what others merge and ask later. Null over
 * nothing but nulls.
 *
 * @param <S> the sketch
 */
public final class StoredSketches<S> extends SketchAggregator<S> {
  private final SketchForm<S> form;
  private final boolean readsSketches;

  private StoredSketches(SketchForm<S> form, boolean readsSketches, MemoryAccount account) {
    super(account);
    this.form = form;
    this.readsSketches = readsSketches;
  }

  /** Makes the aggregator of a function. */
  public static StoredSketches<?> of(AggregateFunction function, MemoryAccount account) {
    return switch (function) {
      case HLL_UNION, THETA_UNION, KLL_MERGE -> new StoredSketches<>(form(function), true, account);
      default -> new StoredSketches<>(form(function), false, account);
    };
  }

  private static SketchForm<?> form(AggregateFunction function) {
    return switch (function) {
      case HLL_SKETCH, HLL_UNION -> HllForm.INSTANCE;
      case THETA_SKETCH, THETA_UNION -> ThetaForm.INSTANCE;
      case KLL_SKETCH, KLL_MERGE -> KllForm.INSTANCE;
      default -> throw new IllegalStateException("No function of stored sketches: " + function);
    };
  }

  /** Returns about what a sketch of one value of a function takes. */
  public static long firstBytes(AggregateFunction function) {
    return function == AggregateFunction.APPROX_COUNT_DISTINCT
            || function == AggregateFunction.APPROX_QUANTILE
        ? MAX_FIRST_BYTES
        : form(function).firstBytes();
  }

  @Override
  int firstBytes() {
    return form.firstBytes();
  }

  @Override
  int maxGrowthBytes() {
    return form.maxGrowthBytes();
  }

  @Override
  int sizeOf(S sketch) {
    return form.sizeOf(sketch);
  }

  @Override
  void add(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    for (int i = 0; i < rows; i++) {
      if (!column.isNull(i)) {
        int group = Memory.getInt(groups + 4L * i);
        S sketch = known(group);
        if (sketch == null) {
          sketch = form.empty();
        }
        put(group, withRow(sketch, column, i));
      }
    }
  }

  private S withRow(S sketch, Column column, int row) {
    switch (column.layout()) {
      case INT64 -> form.update(sketch, Memory.getLong(column.values() + 8L * row));
      case FLOAT64 -> form.update(sketch, Memory.getDouble(column.values() + 8L * row));
      default -> {
        byte[] bytes = bytesAt(column, row);
        if (readsSketches) {
          return form.merged(sketch, form.fromBytes(bytes));
        }
        form.update(sketch, bytes);
      }
    }
    return sketch;
  }

  @Override
  S merged(S sketch, S further) {
    return form.merged(sketch, further);
  }

  @Override
  S copyOf(S sketch) {
    return form.copyOf(sketch);
  }

  @Override
  byte[] toBytes(S sketch) {
    return form.toBytes(sketch);
  }

  @Override
  S fromBytes(byte[] bytes) {
    return form.fromBytes(bytes);
  }

  @Override
  public Column result(long groups, int count) {
    return states(groups, count)[0];
  }
}
