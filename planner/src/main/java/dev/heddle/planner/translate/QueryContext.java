package dev.heddle.planner.translate;

import dev.heddle.planner.cost.LateHandlers;
import dev.heddle.planner.types.CalciteSetup;
import dev.heddle.planner.types.HeddleTypeFactory;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.tools.RelBuilder;

/**
 * What the relational form of one query shares: types, row expressions, the cluster. One a query;
 * not thread-safe.
 */
final class QueryContext {
  static final RelBuilder.Config BUILDER_CONFIG =
      RelBuilder.Config.DEFAULT.withPruneInputOfAggregate(false).withSimplifyValues(false);
  private static final LateHandlers METADATA =
      new LateHandlers(DefaultRelMetadataProvider.INSTANCE);

  static {
    CalciteSetup.ensure();
  }

  private final HeddleTypeFactory types = new HeddleTypeFactory();
  private final HeddleRexBuilder rex = new HeddleRexBuilder(types);
  private final RelOptCluster cluster;

  QueryContext() {
    HepPlanner planner = new HepPlanner(HepProgram.builder().build());
    planner.setExecutor(QueryContext::keep);
    cluster = RelOptCluster.create(planner, rex);
    cluster.setMetadataQuerySupplier(() -> new RelMetadataQuery(METADATA));
  }

  /** Computes nothing: Calcite's own executor would, by its rules of casts, which are not ours. */
  private static void keep(RexBuilder rex, List<RexNode> constants, List<RexNode> reduced) {
    reduced.addAll(constants);
  }

  HeddleTypeFactory types() {
    return types;
  }

  HeddleRexBuilder rex() {
    return rex;
  }

  RelOptCluster cluster() {
    return cluster;
  }

  RelBuilder relBuilder() {
    return RelBuilder.proto(BUILDER_CONFIG, RelFactories.DEFAULT_STRUCT).create(cluster, null);
  }
}
