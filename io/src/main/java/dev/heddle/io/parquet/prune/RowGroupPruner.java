package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.StoredBounds;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.scan.Verdicts;
import java.util.List;

/** Decides predicates by the bounds and null counts that the footer has for a row group. */
final class RowGroupPruner {
  private final List<ParquetColumn> columns;
  private final List<ChunkInfo> chunks;
  private final long rows;

  /**
   * Makes a pruner for one row group.
   *
   * @param columns the request's columns as this file has them
   * @param chunks their chunks in this row group
   */
  RowGroupPruner(List<ParquetColumn> columns, List<ChunkInfo> chunks, long rows) {
    this.columns = columns;
    this.chunks = chunks;
    this.rows = rows;
  }

  /** Returns for which rows a predicate may be true, and for which it certainly is. */
  RowSelection select(PruningPredicate predicate) {
    return RowSelection.of(predicate, leaf -> RowSelection.of(verdict(leaf), rows));
  }

  /** Decides a predicate on a single column. */
  Verdict verdict(PruningPredicate leaf) {
    return PrunedLeaf.of(leaf, columns, chunks)
        .map(
            stored -> {
              ChunkStatistics statistics = stored.chunk().statistics();
              Bounds bounds = StoredBounds.of(stored.column(), statistics);
              return Verdicts.of(leaf, bounds, statistics.nullCount(), rows);
            })
        .orElse(Verdict.MAYBE); // statistics are those of leaves
  }
}
