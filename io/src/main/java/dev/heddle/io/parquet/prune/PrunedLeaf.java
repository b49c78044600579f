package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.NestedNode;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.Verdicts;
import java.util.List;
import java.util.Optional;

/**
 * The stored column that a predicate on a single column is about: a flat column, or a leaf of a
 * struct column that has one value a row.
 *
 * @param column as this file has it
 * @param chunk its chunk in a row group
 */
record PrunedLeaf(ParquetColumn column, ChunkInfo chunk) {
  /**
   * Finds it among the columns of a request; nothing for a nested column as a whole, and for what
   * is within lists.
   *
   * @param chunks of the columns
   */
  static Optional<PrunedLeaf> of(
      PruningPredicate leaf, List<ParquetColumn> columns, List<ChunkInfo> chunks) {
    List<String> path = leaf instanceof PruningPredicate.InStruct in ? in.path() : List.of();
    return at(new FieldPath(Verdicts.column(leaf), path), columns, chunks);
  }

  /**
   * Finds the flat column, or the leaf of a struct column, at a path; nothing for anything else.
   */
  static Optional<PrunedLeaf> at(
      FieldPath path, List<ParquetColumn> columns, List<ChunkInfo> chunks) {
    ParquetColumn column = columns.get(path.column());
    ChunkInfo chunk = chunks.get(path.column());
    if (column.nested() == null) {
      return path.names().isEmpty() ? Optional.of(new PrunedLeaf(column, chunk)) : Optional.empty();
    }
    if (!(column.nested().at(path.names())
            instanceof NestedNode.Leaf(ParquetColumn stored, int _, int _, boolean _))
        || stored.maxRepetition() > 0) {
      return Optional.empty();
    }
    int place = column.nested().leaves().indexOf(stored);
    return Optional.of(new PrunedLeaf(stored, chunk.leaves().get(place)));
  }
}
