package dev.heddle.planner.cost;

import com.google.common.collect.ImmutableList;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.Metadata;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions that Calcite's rules ask about row counts with our own estimates.
 *
 * <p>Handlers are reached through proxies: Calcite's default provider compiles Java source, which
 * costs several hundred milliseconds in a fresh process. Thread-safe.
 */
public final class PlannerMetadata {
  private static final Handlers HANDLERS = new Handlers();

  private PlannerMetadata() {}

  /** Makes the cluster's plans use these answers. */
  public static void install(RelOptCluster cluster) {
    cluster.setMetadataQuerySupplier(() -> new RelMetadataQuery(HANDLERS));
    cluster.invalidateMetadataQuery();
  }

  /** Keeps each handler: a query object is made for every change of a plan. */
  private static final class Handlers implements MetadataHandlerProvider {
    private final MetadataHandlerProvider proxying =
        new ProxyingMetadataHandlerProvider(
            ChainedRelMetadataProvider.of(
                ImmutableList.of(
                    source(new Rows(), BuiltInMetadata.RowCount.Handler.class),
                    source(new Distinct(), BuiltInMetadata.DistinctRowCount.Handler.class),
                    source(new Share(), BuiltInMetadata.Selectivity.Handler.class),
                    source(new Bytes(), BuiltInMetadata.Size.Handler.class),
                    DefaultRelMetadataProvider.INSTANCE)));
    private final ConcurrentMap<Class<?>, MetadataHandler<?>> known = new ConcurrentHashMap<>();

    private static <M extends Metadata> RelMetadataProvider source(
        MetadataHandler<M> handler, Class<? extends MetadataHandler<M>> kind) {
      return ReflectiveRelMetadataProvider.reflectiveSource(handler, kind);
    }

    @Override
    public <M extends MetadataHandler<?>> M handler(Class<M> kind) {
      return kind.cast(known.computeIfAbsent(kind, ignored -> proxying.handler(kind)));
    }
  }

  /** Row counts. */
  public static final class Rows implements BuiltInMetadata.RowCount.Handler {
    @Override
    public Double getRowCount(RelNode rel, RelMetadataQuery query) {
      return new Estimator().of(rel).rows();
    }
  }

  /** Numbers of distinct combinations. */
  public static final class Distinct implements BuiltInMetadata.DistinctRowCount.Handler {
    @Override
    public Double getDistinctRowCount(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet keys, @Nullable RexNode predicate) {
      RelEstimate estimate = new Estimator().of(rel);
      RelEstimate kept = predicate == null ? estimate : Selectivity.filter(estimate, predicate);
      return kept.distinctCombinations(keys);
    }
  }

  /** Shares of rows that predicates keep. */
  public static final class Share implements BuiltInMetadata.Selectivity.Handler {
    @Override
    public Double getSelectivity(RelNode rel, RelMetadataQuery query, @Nullable RexNode predicate) {
      return predicate == null ? 1.0 : Selectivity.of(new Estimator().of(rel), predicate);
    }
  }

  /** Sizes of rows and values. */
  public static final class Bytes implements BuiltInMetadata.Size.Handler {
    @Override
    public Double averageRowSize(RelNode rel, RelMetadataQuery query) {
      RelEstimate estimate = new Estimator().of(rel);
      return estimate.rowBytes(ImmutableBitSet.range(estimate.columns().size()));
    }

    @Override
    public java.util.List<Double> averageColumnSizes(RelNode rel, RelMetadataQuery query) {
      return new Estimator().of(rel).columns().stream().map(ColumnEstimate::bytes).toList();
    }
  }
}
