package dev.heddle.planner.cost;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;

/**
 * Hands out metadata handlers that are made when they are asked for the first time.
 *
 * <p>Calcite takes a handler of every kind for each query object, and a handler is a proxy class
 * that the JVM makes at run time; a query asks for few kinds. Calcite's default provider instead
 * compiles Java source, which costs several hundred milliseconds in a fresh process. Thread-safe.
 */
public final class LateHandlers implements MetadataHandlerProvider {
  private static final Map<Class<?>, Function<LateHandlers, MetadataHandler<?>>> LATE =
      Map.ofEntries(
          late(
              BuiltInMetadata.Collation.Handler.class,
              real -> (rel, query) -> real.get().collations(rel, query)),
          late(
              BuiltInMetadata.ColumnOrigin.Handler.class,
              real -> (rel, query, column) -> real.get().getColumnOrigins(rel, query, column)),
          late(
              BuiltInMetadata.ExpressionLineage.Handler.class,
              real -> (rel, query, node) -> real.get().getExpressionLineage(rel, query, node)),
          late(
              BuiltInMetadata.TableReferences.Handler.class,
              real -> (rel, query) -> real.get().getTableReferences(rel, query)),
          late(
              BuiltInMetadata.ColumnUniqueness.Handler.class,
              real ->
                  (rel, query, columns, ignoreNulls) ->
                      real.get().areColumnsUnique(rel, query, columns, ignoreNulls)),
          late(
              BuiltInMetadata.CumulativeCost.Handler.class,
              real -> (rel, query) -> real.get().getCumulativeCost(rel, query)),
          late(
              BuiltInMetadata.DistinctRowCount.Handler.class,
              real ->
                  (rel, query, keys, predicate) ->
                      real.get().getDistinctRowCount(rel, query, keys, predicate)),
          late(
              BuiltInMetadata.Distribution.Handler.class,
              real -> (rel, query) -> real.get().distribution(rel, query)),
          late(
              BuiltInMetadata.ExplainVisibility.Handler.class,
              real -> (rel, query, level) -> real.get().isVisibleInExplain(rel, query, level)),
          late(
              BuiltInMetadata.MaxRowCount.Handler.class,
              real -> (rel, query) -> real.get().getMaxRowCount(rel, query)),
          late(
              BuiltInMetadata.MinRowCount.Handler.class,
              real -> (rel, query) -> real.get().getMinRowCount(rel, query)),
          late(
              BuiltInMetadata.NonCumulativeCost.Handler.class,
              real -> (rel, query) -> real.get().getNonCumulativeCost(rel, query)),
          late(
              BuiltInMetadata.PercentageOriginalRows.Handler.class,
              real -> (rel, query) -> real.get().getPercentageOriginalRows(rel, query)),
          late(
              BuiltInMetadata.PopulationSize.Handler.class,
              real -> (rel, query, keys) -> real.get().getPopulationSize(rel, query, keys)),
          late(
              BuiltInMetadata.Predicates.Handler.class,
              real -> (rel, query) -> real.get().getPredicates(rel, query)),
          late(
              BuiltInMetadata.AllPredicates.Handler.class,
              real -> (rel, query) -> real.get().getAllPredicates(rel, query)),
          late(
              BuiltInMetadata.NodeTypes.Handler.class,
              real -> (rel, query) -> real.get().getNodeTypes(rel, query)),
          late(
              BuiltInMetadata.RowCount.Handler.class,
              real -> (rel, query) -> real.get().getRowCount(rel, query)),
          late(
              BuiltInMetadata.Selectivity.Handler.class,
              real -> (rel, query, predicate) -> real.get().getSelectivity(rel, query, predicate)),
          late(
              BuiltInMetadata.UniqueKeys.Handler.class,
              real ->
                  (rel, query, ignoreNulls) -> real.get().getUniqueKeys(rel, query, ignoreNulls)),
          late(
              BuiltInMetadata.LowerBoundCost.Handler.class,
              real -> (rel, query, planner) -> real.get().getLowerBoundCost(rel, query, planner)),
          late(
              BuiltInMetadata.InputFieldsUsed.Handler.class,
              real -> (rel, query) -> real.get().getInputFieldsUsed(rel, query)));

  private final MetadataHandlerProvider proxying;
  private final ConcurrentMap<Class<?>, MetadataHandler<?>> handedOut = new ConcurrentHashMap<>();
  private final ConcurrentMap<Class<?>, MetadataHandler<?>> real = new ConcurrentHashMap<>();

  /** Makes handlers of what a provider knows. */
  public LateHandlers(RelMetadataProvider provider) {
    this.proxying = new ProxyingMetadataHandlerProvider(provider);
  }

  private static <M extends MetadataHandler<?>>
      Map.Entry<Class<?>, Function<LateHandlers, MetadataHandler<?>>> late(
          Class<M> kind, Function<Supplier<M>, M> maker) {
    return Map.entry(kind, handlers -> maker.apply(() -> handlers.real(kind)));
  }

  @Override
  public <M extends MetadataHandler<?>> M handler(Class<M> kind) {
    return kind.cast(handedOut.computeIfAbsent(kind, this::handOut));
  }

  private MetadataHandler<?> handOut(Class<?> kind) {
    Function<LateHandlers, MetadataHandler<?>> late = LATE.get(kind);
    return late == null ? real(kind.asSubclass(MetadataHandler.class)) : late.apply(this);
  }

  private <M extends MetadataHandler<?>> M real(Class<M> kind) {
    return kind.cast(real.computeIfAbsent(kind, ignored -> proxying.handler(kind)));
  }
}
