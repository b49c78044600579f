package dev.heddle.io.parquet;

import dev.heddle.frame.schema.Field;
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
   * lies within lists.
   *
   * @param chunks of the columns
   */
  static Optional<PrunedLeaf> of(
      PruningPredicate leaf, List<ParquetColumn> columns, List<ChunkInfo> chunks) {
    int position = Verdicts.column(leaf);
    ParquetColumn column = columns.get(position);
    if (column.nested() == null) {
      return leaf instanceof PruningPredicate.InStruct
          ? Optional.empty()
          : Optional.of(new PrunedLeaf(column, chunks.get(position)));
    }
    if (!(leaf instanceof PruningPredicate.InStruct inStruct)) {
      return Optional.empty();
    }
    NestedNode node = column.nested();
    for (String name : inStruct.path()) {
      if (!(node instanceof NestedNode.Structs structs)) {
        return Optional.empty();
      }
      int field = structs.type().fields().stream().map(Field::name).toList().indexOf(name);
      if (field < 0) {
        return Optional.empty();
      }
      node = structs.fields().get(field);
    }
    if (!(node instanceof NestedNode.Leaf(ParquetColumn stored, int _, int _, boolean _))
        || stored.maxRepetition() > 0) {
      return Optional.empty();
    }
    int place = column.nested().leaves().indexOf(stored);
    return Optional.of(new PrunedLeaf(stored, chunks.get(position).leaves().get(place)));
  }
}
