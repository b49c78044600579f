package dev.heddle.planner.cost;

import com.google.common.collect.ImmutableList;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.Metadata;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions that Calcite's rules ask about row counts with our own estimates.
 * Thread-safe.
 */
public final class PlannerMetadata {
  private static final LateHandlers HANDLERS =
      new LateHandlers(
          ChainedRelMetadataProvider.of(
              ImmutableList.of(
                  source(new RowCountHandler(), BuiltInMetadata.RowCount.Handler.class),
                  source(new Distinct(), BuiltInMetadata.DistinctRowCount.Handler.class),
                  source(new Share(), BuiltInMetadata.Selectivity.Handler.class),
                  source(new Bytes(), BuiltInMetadata.Size.Handler.class),
                  DefaultRelMetadataProvider.INSTANCE)));

  private PlannerMetadata() {}

  /** Makes the cluster's plans use these answers. */
  public static void install(RelOptCluster cluster) {
    cluster.setMetadataQuerySupplier(() -> new RelMetadataQuery(HANDLERS));
    cluster.invalidateMetadataQuery();
  }

  /** Returns metadata without predicates of any plan. */
  public static RelMetadataQuery withoutPredicates() {
    return new RelMetadataQuery(HANDLERS) {
      @Override
      public RelOptPredicateList getPulledUpPredicates(RelNode rel) {
        return RelOptPredicateList.EMPTY;
      }
    };
  }

  private static <M extends Metadata> RelMetadataProvider source(
      MetadataHandler<M> handler, Class<? extends MetadataHandler<M>> kind) {
    return ReflectiveRelMetadataProvider.reflectiveSource(handler, kind);
  }

  /** Row counts. */
  public static final class RowCountHandler implements BuiltInMetadata.RowCount.Handler {
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
