package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.StoredBounds;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.scan.Verdicts;
import java.util.Optional;

/** Finds why the bounds of a chunk do not decide a predicate, if its writer is the reason. */
final class UnusableStatistics {
  private UnusableStatistics() {}

  /**
   * Returns the reason, if there is one beside the values themselves.
   *
   * @param leaf a predicate on this column that may be true
   */
  static Optional<String> of(PruningPredicate leaf, ParquetColumn column, ChunkInfo chunk) {
    String name = column.name();
    ChunkStatistics statistics = chunk.statistics();
    PruningPredicate about =
        leaf instanceof PruningPredicate.InStruct inStruct ? inStruct.predicate() : leaf;
    if (about instanceof PruningPredicate.IsNull || about instanceof PruningPredicate.IsNotNull) {
      return statistics.nullCount() < 0
          ? Optional.of("the nulls of " + name + " are not counted")
          : ofPages(name, chunk);
    }
    if (column.order() == ParquetColumn.BoundOrder.NONE) {
      return Optional.of("bounds of " + name + " have no defined order");
    }
    if (chunk.indexes().distrusted()) {
      return Optional.of("the order of the bounds of " + name + " is not stated");
    }
    if (statistics.minimum() == null && statistics.maximum() == null) {
      return Optional.of(name + " has no bounds");
    }
    Bounds bounds = StoredBounds.of(column, statistics);
    if (bounds.minimum() == null && bounds.maximum() == null) {
      return Optional.of("the bounds of " + name + " make no sense");
    }
    if (bounds.mayHaveNan()
        && Verdicts.of(leaf, new Bounds(bounds.minimum(), bounds.maximum(), false), 0, 1)
            != Verdict.MAYBE) {
      return Optional.of("NaN may be among the values of " + name);
    }
    return ofPages(name, chunk);
  }

  private static Optional<String> ofPages(String name, ChunkInfo chunk) {
    return chunk.hasPageIndex() && chunk.indexes().hasColumnIndex()
        ? Optional.empty()
        : Optional.of(name + " has no page index");
  }
}
