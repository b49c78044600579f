package dev.heddle.planner.translate;

import dev.heddle.planner.cost.LateHandlers;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
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
    cluster = RelOptCluster.create(new HepPlanner(HepProgram.builder().build()), rex);
    cluster.setMetadataQuerySupplier(() -> new RelMetadataQuery(METADATA));
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
