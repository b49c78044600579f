package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.CurrentSchema;
import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.database.TableBuilder;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.LoadMode;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.SchemaName;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/** Puts rows that have been loaded into a table of the catalogue. Used by one thread. */
final class TableLoad {
  private final SessionEngine engine;
  private final String name;
  private final LoadMode mode;

  TableLoad(SessionEngine engine, String name, LoadMode mode) {
    this.engine = engine;
    this.name = name;
    this.mode = mode;
  }

  /** Copies batches into the table and returns the number of their rows. */
  long load(
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    long[] count = {0};
    Iterator<VectorSchemaRoot> counted =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return batches.hasNext();
          }

          @Override
          public VectorSchemaRoot next() {
            VectorSchemaRoot root = batches.next();
            count[0] += root.getRowCount();
            return root;
          }
        };
    engine.transaction().check();
    try {
      put(LoadedRows.ofArrow(engine.memory(), name, schema, counted, dictionaries));
    } catch (RuntimeException e) {
      engine.transaction().fail();
      throw e;
    }
    return count[0];
  }

  /** Takes over rows. */
  private void put(LogicalPlan.Scan rows) {
    CurrentSchema current = engine.current();
    ObjectName made = new ObjectName(current.name(), name);
    boolean isThere = engine.catalogue().find(List.of(current.name()), name).isPresent();
    if (isThere && mode.appends()) {
      try {
        append(rows);
      } finally {
        engine.changes().free(rows);
      }
      return;
    }
    if (!isThere && !mode.creates()) {
      engine.changes().free(rows);
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot load rows: "
              + NearestNames.missing(
                  "table", name, engine.tables().stream().map(TableInfo::name).toList()));
    }
    LogicalPlan.Scan kept = kept(made, rows);
    if (mode.replaces()) {
      engine.changes().put(made, kept, TableDefinition.PLAIN);
    } else {
      engine.changes().add(made, kept, TableDefinition.PLAIN);
    }
  }

  /** Takes over rows and returns them where the database of the table keeps them. */
  private LogicalPlan.Scan kept(ObjectName made, LogicalPlan.Scan rows) {
    if (SchemaName.isOfSession(made.schema().database())) {
      return rows;
    }
    try (OffHeapResult result = engine.collect(rows, StatementStart.now());
        TableBuilder table = engine.changes().builder(made, rows.schema())) {
      result.lendBatches(table::append);
      return table.build();
    } finally {
      engine.changes().free(rows);
    }
  }

  private void append(LogicalPlan.Scan rows) {
    TableChanges.Target target =
        engine
            .changes()
            .target(
                engine.catalogue().require(List.of(engine.current().name()), name), "insert into");
    InsertedRows.requireGiven(
        InsertedRows.written(rows.schema().names()),
        target,
        engine.catalogue().definition(target.object()));
    LogicalPlan given = InsertedRows.byName(target.name(), rows, target.given());
    LogicalPlan converted = RowChanges.generated(engine, target).completed(given);
    StatementStart start = StatementStart.now();
    try (OffHeapResult added = engine.collect(converted, start)) {
      engine.changes().append(target, List.of(added), engine, start);
    }
  }
}
