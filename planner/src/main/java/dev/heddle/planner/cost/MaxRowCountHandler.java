package dev.heddle.planner.cost;

import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMdMaxRowCount;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * How many rows there are at most, as Calcite infers it but for grouping sets: each group of all
 * rows has a row of the result, also where there are none.
 */
public final class MaxRowCountHandler extends RelMdMaxRowCount
    implements BuiltInMetadata.MaxRowCount.Handler {
  static final RelMetadataProvider SOURCE =
      ReflectiveRelMetadataProvider.reflectiveSource(
          new MaxRowCountHandler(), BuiltInMetadata.MaxRowCount.Handler.class);

  @Override
  public @Nullable Double getMaxRowCount(Aggregate rel, RelMetadataQuery query) {
    Double most = super.getMaxRowCount(rel, query);
    long always = rel.getGroupSets().stream().filter(ImmutableBitSet::isEmpty).count();
    return most == null ? null : Math.max(most, (double) always);
  }
}
