package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** What is known of a partition column by its values. */
final class PartitionStatistics {
  private static final double VIEW_BYTES = 16;

  private PartitionStatistics() {}

  /**
   * Sums up all values.
   *
   * @param values of folders or files, empty for null
   */
  static ColumnStatistics ofAll(DataType type, Collection<Optional<ScanValue>> values) {
    return of(type, values, true);
  }

  /** Sums up some values, as {@link #ofAll} does all: there may be others. */
  static ColumnStatistics ofSome(DataType type, Collection<Optional<ScanValue>> values) {
    return of(type, values, false);
  }

  private static ColumnStatistics of(
      DataType type, Collection<Optional<ScanValue>> values, boolean complete) {
    Set<ScanValue> distinct = new LinkedHashSet<>();
    values.forEach(value -> value.ifPresent(distinct::add));
    boolean hasNull = values.stream().anyMatch(Optional::isEmpty);
    BigInteger least = null;
    BigInteger most = null;
    for (ScanValue value : distinct) {
      if (value instanceof ScanValue.Whole(BigInteger whole)) {
        least = least == null ? whole : least.min(whole);
        most = most == null ? whole : most.max(whole);
      }
    }
    boolean isBounded = complete && least != null;
    double bytes = Layout.of(type).isText() ? VIEW_BYTES : Math.max(1, Layout.of(type).byteWidth());
    return new ColumnStatistics(
        isBounded ? Optional.of(new ScanValue.Whole(least)) : Optional.empty(),
        isBounded ? Optional.of(new ScanValue.Whole(most)) : Optional.empty(),
        false, // a partition may be without rows
        complete && !hasNull ? OptionalLong.of(0) : OptionalLong.empty(),
        OptionalDouble.of(distinct.size()),
        OptionalDouble.of(bytes),
        0);
  }
}
