package dev.heddle.physical.join;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Wanted keys that are text or bytes: their bounds, and a Bloom filter of them. */
final class RuntimeFilterTexts implements RuntimeFilterKeys {
  private final ScanValue.@Nullable Bytes smallest; // null if there is no key
  private final ScanValue.@Nullable Bytes largest;
  private final @Nullable List<ScanValue> values; // all of them, if there are few
  private final @Nullable KeyBloom bloom;

  private RuntimeFilterTexts(
      ScanValue.@Nullable Bytes smallest,
      ScanValue.@Nullable Bytes largest,
      @Nullable List<ScanValue> values,
      @Nullable KeyBloom bloom) {
    this.smallest = smallest;
    this.largest = largest;
    this.values = values;
    this.bloom = bloom;
  }

  /** Makes one of a column of stored rows. */
  static RuntimeFilterTexts of(RowStore store, int column, TaskContext context) {
    long least = 0;
    long most = 0;
    long[] minData = {};
    long[] maxData = {};
    boolean isSmall = store.rows() <= MAX_ROWS_FOR_VALUES;
    Set<ScanValue> found = new LinkedHashSet<>();
    KeyBloom bloom =
        store.rows() > KeyBloom.MAX_KEYS ? null : new KeyBloom(store.rows(), context.account());
    try {
      for (int chunk = 0; chunk < store.chunkCount(); chunk++) {
        context.checkCancelled();
        Column keys = store.chunk(column, chunk);
        long[] data = keys.dataAddresses();
        long validity = keys.validity();
        int rows = store.chunkRows(chunk);
        for (int row = 0; row < rows; row++) {
          if (validity != 0 && !Bits.get(validity, row)) {
            continue;
          }
          long view = keys.values() + 16L * row;
          if (least == 0 || StringViews.compare(view, data, least, minData) < 0) {
            least = view;
            minData = data;
          }
          if (most == 0 || StringViews.compare(view, data, most, maxData) > 0) {
            most = view;
            maxData = data;
          }
          if (bloom != null) {
            bloom.add(RowHash.ofView(0, view, data));
          }
          if (isSmall && found.size() <= MAX_VALUES) {
            found.add(bytes(view, data));
          }
        }
      }
    } catch (Throwable e) {
      if (bloom != null) {
        bloom.close();
      }
      throw e;
    }
    return new RuntimeFilterTexts(
        least == 0 ? null : bytes(least, minData),
        most == 0 ? null : bytes(most, maxData),
        isSmall && found.size() <= MAX_VALUES ? List.copyOf(found) : null,
        bloom);
  }

  private static ScanValue.Bytes bytes(long view, long[] data) {
    return new ScanValue.Bytes(
        Memory.toArray(StringViews.address(view, data), StringViews.length(view)));
  }

  @Override
  public PruningPredicate pruning(int column) {
    if (smallest == null || largest == null) {
      return new PruningPredicate.In(column, List.of());
    }
    return values != null
        ? new PruningPredicate.In(column, values)
        : new PruningPredicate.AllOf(
            List.of(
                new PruningPredicate.Compare(
                    column, PruningPredicate.Operator.GREATER_OR_EQUAL, smallest),
                new PruningPredicate.Compare(
                    column, PruningPredicate.Operator.LESS_OR_EQUAL, largest)));
  }

  @Override
  public int narrow(Column column, long selection, int count, long output, MemoryAccount account) {
    if (smallest == null) {
      return 0;
    }
    Column plain = column.isDictionary() ? column.dictionary() : column;
    long codes = column.isDictionary() ? column.values() : 0;
    long views = plain.values();
    long[] data = plain.dataAddresses();
    long validity = column.mayHaveNulls() ? column.validity() : 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      if (validity != 0 && !Bits.get(validity, row)) {
        continue;
      }
      int entry = codes == 0 ? row : Memory.getInt(codes + 4L * row);
      long hash = bloom == null ? 0 : RowHash.ofView(0, views + 16L * entry, data);
      Memory.putInt(output + 4L * kept, row);
      kept += bloom == null ? 1 : KeyBloom.mayContain(bloom.address(), bloom.shift(), hash);
    }
    return kept;
  }

  @Override
  public void close() {
    if (bloom != null) {
      bloom.close();
    }
  }
}
