package dev.heddle.planner.translate;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.tools.RelBuilder;

/**
 * What the relational form of one query shares: types, row expressions, the cluster. One a query;
 * not thread-safe.
 */
final class QueryContext {
  static final RelBuilder.Config BUILDER_CONFIG =
      RelBuilder.Config.DEFAULT.withPruneInputOfAggregate(false).withSimplifyValues(false);

  static {
    CalciteSetup.ensure();
  }

  private final HeddleTypeFactory types = new HeddleTypeFactory();
  private final HeddleRexBuilder rex = new HeddleRexBuilder(types);
  private final RelOptCluster cluster;

  QueryContext() {
    cluster = RelOptCluster.create(new HepPlanner(HepProgram.builder().build()), rex);
    // Calcite's default compiles handlers by Janino, which costs some 300 ms in a new JVM.
    cluster.setMetadataQuerySupplier(
        () ->
            new RelMetadataQuery(
                new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE)));
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
