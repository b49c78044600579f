package dev.heddle.planner.cost;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ArrowSet;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Hands out metadata handlers that are made when they are asked for the first time.
 *
 * <p>Calcite takes a handler of every kind for each query object, and a handler is a proxy class
 * that the JVM makes at run time; a query asks for few kinds. Calcite's default provider instead
 * compiles Java source, which costs several hundred milliseconds in a fresh process. Thread-safe.
 */
public final class LateHandlers implements MetadataHandlerProvider {
  /** Of more columns it is not asked which ones follow from others. */
  public static final int MAX_DEPENDENT_COLUMNS = 64;

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
                      known(
                          rel,
                          query,
                          List.of("unique", columns, ignoreNulls),
                          () -> real.get().areColumnsUnique(rel, query, columns, ignoreNulls))),
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
              real ->
                  (rel, query) ->
                      known(rel, query, "max", () -> real.get().getMaxRowCount(rel, query))),
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
              real ->
                  (rel, query) ->
                      known(rel, query, "holds", () -> real.get().getPredicates(rel, query))),
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
                  (rel, query, ignoreNulls) ->
                      known(
                          rel,
                          query,
                          List.of("keys", ignoreNulls),
                          () -> real.get().getUniqueKeys(rel, query, ignoreNulls))),
          late(
              BuiltInMetadata.LowerBoundCost.Handler.class,
              real -> (rel, query, planner) -> real.get().getLowerBoundCost(rel, query, planner)),
          late(
              BuiltInMetadata.InputFieldsUsed.Handler.class,
              real -> (rel, query) -> real.get().getInputFieldsUsed(rel, query)),
          late(BuiltInMetadata.Size.Handler.class, LateSize::new),
          late(BuiltInMetadata.Memory.Handler.class, LateMemory::new),
          late(BuiltInMetadata.Parallelism.Handler.class, LateParallelism::new),
          late(BuiltInMetadata.Measure.Handler.class, LateMeasure::new),
          late(BuiltInMetadata.FunctionalDependency.Handler.class, LateDependencies::new));

  /** What is known of a node when nothing is. */
  private static final Object NOTHING = new Object();

  private final MetadataHandlerProvider proxying;
  private final ConcurrentMap<Class<?>, MetadataHandler<?>> handedOut = new ConcurrentHashMap<>();
  private final ConcurrentMap<Class<?>, MetadataHandler<?>> real = new ConcurrentHashMap<>();

  /**
   * Returns what a query object has found out of a node before, or finds it out. Nodes do not
   * change, and Calcite's handlers ask all that is below each of them.
   */
  @SuppressWarnings("unchecked") // one key has values of one type
  private static <T extends @Nullable Object> T known(
      RelNode rel, RelMetadataQuery query, Object key, Supplier<T> answer) {
    Object known = query.map.get(rel, key);
    if (known == null) {
      T found = answer.get();
      query.map.put(rel, key, found == null ? NOTHING : found);
      return found;
    }
    return known == NOTHING ? (T) null : (T) known;
  }

  /**
   * Makes handlers of what a provider knows, {@link KnownPredicates} and {@link
   * MaxRowCountHandler}.
   */
  public LateHandlers(RelMetadataProvider provider) {
    this.proxying =
        new ProxyingMetadataHandlerProvider(
            ChainedRelMetadataProvider.of(
                ImmutableList.of(KnownPredicates.SOURCE, MaxRowCountHandler.SOURCE, provider)));
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

  private record LateSize(Supplier<BuiltInMetadata.Size.Handler> real)
      implements BuiltInMetadata.Size.Handler {
    @Override
    public @Nullable Double averageRowSize(RelNode rel, RelMetadataQuery query) {
      return real.get().averageRowSize(rel, query);
    }

    @Override
    public @Nullable List<@Nullable Double> averageColumnSizes(
        RelNode rel, RelMetadataQuery query) {
      return real.get().averageColumnSizes(rel, query);
    }
  }

  private record LateMemory(Supplier<BuiltInMetadata.Memory.Handler> real)
      implements BuiltInMetadata.Memory.Handler {
    @Override
    public @Nullable Double memory(RelNode rel, RelMetadataQuery query) {
      return real.get().memory(rel, query);
    }

    @Override
    public @Nullable Double cumulativeMemoryWithinPhase(RelNode rel, RelMetadataQuery query) {
      return real.get().cumulativeMemoryWithinPhase(rel, query);
    }

    @Override
    public @Nullable Double cumulativeMemoryWithinPhaseSplit(RelNode rel, RelMetadataQuery query) {
      return real.get().cumulativeMemoryWithinPhaseSplit(rel, query);
    }
  }

  private record LateParallelism(Supplier<BuiltInMetadata.Parallelism.Handler> real)
      implements BuiltInMetadata.Parallelism.Handler {
    @Override
    public @Nullable Boolean isPhaseTransition(RelNode rel, RelMetadataQuery query) {
      return real.get().isPhaseTransition(rel, query);
    }

    @Override
    public @Nullable Integer splitCount(RelNode rel, RelMetadataQuery query) {
      return real.get().splitCount(rel, query);
    }
  }

  private record LateMeasure(Supplier<BuiltInMetadata.Measure.Handler> real)
      implements BuiltInMetadata.Measure.Handler {
    @Override
    public @Nullable Boolean isMeasure(RelNode rel, RelMetadataQuery query, int column) {
      return real.get().isMeasure(rel, query, column);
    }

    @Override
    public @Nullable RexNode expand(
        RelNode rel, RelMetadataQuery query, int column, BuiltInMetadata.Measure.Context context) {
      return real.get().expand(rel, query, column, context);
    }
  }

  private record LateDependencies(Supplier<BuiltInMetadata.FunctionalDependency.Handler> real)
      implements BuiltInMetadata.FunctionalDependency.Handler {
    @Override
    public @Nullable Boolean determines(RelNode rel, RelMetadataQuery query, int key, int column) {
      return real.get().determines(rel, query, key, column);
    }

    @Override
    public @Nullable Boolean determinesSet(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet determinants, ImmutableBitSet others) {
      return real.get().determinesSet(rel, query, determinants, others);
    }

    @Override
    public ImmutableBitSet dependents(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet columns) {
      return real.get().dependents(rel, query, columns);
    }

    @Override
    public Set<ImmutableBitSet> determinants(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet columns) {
      return real.get().determinants(rel, query, columns);
    }

    /**
     * Calcite assumes that a node it does not know has the columns of its input, and that keys of
     * an aggregate have the positions that they have in its input. It compares all columns with
     * each other, for each of them.
     */
    @Override
    public ArrowSet getFDs(RelNode rel, RelMetadataQuery query) {
      boolean isOwn = rel.getClass().getPackageName().startsWith("dev.heddle.");
      boolean areKeysMoved =
          rel instanceof Aggregate aggregate
              && !aggregate.getGroupSet().equals(ImmutableBitSet.range(aggregate.getGroupCount()));
      boolean isWide = rel.getRowType().getFieldCount() > MAX_DEPENDENT_COLUMNS;
      return isOwn || areKeysMoved || isWide
          ? ArrowSet.EMPTY
          : known(rel, query, "dependencies", () -> real.get().getFDs(rel, query));
    }
  }
}
