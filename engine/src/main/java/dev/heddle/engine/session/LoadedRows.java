package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.ArrowImport;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/** Copies what a program holds into tables in memory, which have no name in SQL. Stateless. */
final class LoadedRows {
  private LoadedRows() {}

  /** Copies rows of values. */
  static LogicalPlan.Scan ofObjects(
      MemoryTables memory, Schema schema, Iterator<@Nullable Object[]> rows) {
    try (MemoryTables.Builder table = memory.builder("rows", schema);
        RowBatches batches = new RowBatches(schema, table.account())) {
      while (rows.hasNext()) {
        try (Batch batch = batches.next(rows)) {
          table.append(batch);
        }
      }
      return table.build();
    }
  }

  /** Copies Arrow batches, whose columns must have the types of the schema. */
  static LogicalPlan.Scan ofArrow(
      MemoryTables memory,
      String name,
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    try (MemoryTables.Builder table = memory.builder(name, schema)) {
      while (batches.hasNext()) {
        VectorSchemaRoot root = requireNonNull(batches.next(), "a root of batches is null");
        Schema given = ArrowTypes.fromArrow(root.getSchema(), dictionaries);
        if (!types(given).equals(types(schema))) {
          throw new AnalysisException(
              "Cannot take Arrow batches: one has columns "
                  + types(given)
                  + ", the schema "
                  + types(schema));
        }
        for (int from = 0; from < root.getRowCount(); from += Batch.MAX_ROWS) {
          int rows = Math.min(Batch.MAX_ROWS, root.getRowCount() - from);
          try (Batch batch =
              ArrowImport.copy(root, from, rows, schema, dictionaries, table.account())) {
            table.append(batch);
          }
        }
      }
      return table.build();
    }
  }

  private static List<String> types(Schema schema) {
    return schema.fields().stream().map(field -> field.type().sqlName()).toList();
  }
}
