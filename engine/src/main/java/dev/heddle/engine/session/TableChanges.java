package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.change.Alteration;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.TableInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Changes the tables of a catalogue, one at a time, so that what two sessions add to a table is in
 * it afterwards. Thread-safe.
 */
final class TableChanges {
  private final SessionCatalogue catalogue;
  private final MemoryTables memory;
  private final ReentrantLock turn = new ReentrantLock();

  TableChanges(SessionCatalogue catalogue, MemoryTables memory) {
    this.catalogue = catalogue;
    this.memory = memory;
  }

  /**
   * A table that rows can be added to.
   *
   * @param name under its exact spelling
   */
  record Target(String name, LogicalPlan.Scan scan, Source.Memory source) {
    Schema schema() {
      return scan.schema();
    }
  }

  /**
   * Returns the table of a name.
   *
   * @throws AnalysisException if it is a view's
   */
  Target target(String name) {
    return target(name, "insert into");
  }

  /** Returns the table of a name that is to be changed, as a verb says. */
  Target target(String name, String verb) {
    Map.Entry<String, SessionCatalogue.Entry> found = catalogue.require(name);
    if (found.getValue().kind() != TableInfo.Kind.TABLE
        || !(found.getValue().plan() instanceof LogicalPlan.Scan scan)
        || !(scan.source() instanceof Source.Memory source)) {
      throw new AnalysisException(
          "Cannot " + verb + " \"" + found.getKey() + "\": it is a view; " + verb + " a table");
    }
    return new Target(found.getKey(), scan, source);
  }

  /**
   * Adds rows, which stay the caller's, to a table.
   *
   * @param added in the columns that the target had
   * @param engine runs queries for the session that adds them
   * @throws HeddleException {@code CONFLICT} if the table has other columns by now, {@code
   *     CONSTRAINT} if the rows break a rule of it
   */
  void append(
      Target target, List<OffHeapResult> added, SessionEngine engine, StatementStart start) {
    for (OffHeapResult each : added) {
      InsertedRows.checkNotNull(each, target.schema(), target.name());
    }
    await();
    try {
      Target now = now(target, "insert into");
      RowChanges.checkAdded(engine, now, added);
      try (OffHeapResult before = engine.collect(now.scan(), start);
          MemoryTables.Builder table = memory.builder(now.name(), now.schema())) {
        before.lendBatches(table::append);
        added.forEach(each -> each.lendBatches(table::append));
        catalogue.replaceTable(now.name(), table.build());
      }
      memory.drop(now.source());
    } finally {
      turn.unlock();
    }
  }

  /**
   * Puts other rows in the place of those that a table has.
   *
   * @param made makes a table of them of the table as it is now, whose columns are as before
   * @param check fails if the table must not have them
   * @throws HeddleException {@code CONFLICT} if the table has other columns by now
   */
  void rewrite(
      Target target,
      Function<Target, LogicalPlan.Scan> made,
      BiConsumer<Target, LogicalPlan.Scan> check) {
    await();
    try {
      Target now = now(target, "change");
      replace(now, made.apply(now), check);
    } finally {
      turn.unlock();
    }
  }

  /** Puts a table in the place of one; frees it if it fails the check. */
  private void replace(
      Target now, LogicalPlan.Scan rows, BiConsumer<Target, LogicalPlan.Scan> check) {
    try {
      check.accept(now, rows);
    } catch (RuntimeException e) {
      free(rows);
      throw e;
    }
    catalogue.replaceTable(now.name(), rows);
    memory.drop(now.source());
  }

  /**
   * Gives a table other columns, rules or another name.
   *
   * @param made makes its rows of the table as it is now; its own scan if they stay
   * @throws HeddleException {@code CONFLICT} if the table has other columns by now
   */
  void alter(Target target, Alteration change, Function<Target, LogicalPlan.Scan> made) {
    await();
    try {
      Target now = now(target, "alter");
      if (!change.name().equalsIgnoreCase(now.name())) {
        catalogue.checkFree("table", change.name());
      }
      LogicalPlan.Scan rows = made.apply(now);
      catalogue.alterTable(now.name(), change.name(), rows, change.definition());
      if (!rows.equals(now.scan())) {
        memory.drop(now.source());
      }
    } finally {
      turn.unlock();
    }
  }

  /** Returns a table as it is now, whose turn it is, if it has the columns that it had. */
  private Target now(Target before, String action) {
    Target now = target(before.name());
    if (!now.schema().equals(before.schema())) {
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot "
              + action
              + " \""
              + before.name()
              + "\": its columns have been changed meanwhile; run the statement again");
    }
    return now;
  }

  /** Gives a name to a new table, which is freed if the name is taken. */
  void add(String name, LogicalPlan.Scan table, TableDefinition definition) {
    install(table, () -> catalogue.addTable(name, table, definition));
  }

  /**
   * Gives a name to a table, in the place of the table that has it, if there is one; if that is a
   * view the new table is freed.
   */
  void put(String name, LogicalPlan.Scan table, TableDefinition definition) {
    install(
        table,
        () -> {
          if (catalogue.find(name).isPresent()) {
            free(catalogue.drop(TableInfo.Kind.TABLE, name));
          }
          catalogue.addTable(name, table, definition);
        });
  }

  private void install(LogicalPlan.Scan table, Runnable change) {
    await();
    try {
      change.run();
    } catch (HeddleException e) {
      free(table);
      throw e;
    } finally {
      turn.unlock();
    }
  }

  /** Removes a view or table, and frees the rows of a table. */
  void drop(TableInfo.Kind kind, String name) {
    await();
    try {
      free(catalogue.drop(kind, name));
    } finally {
      turn.unlock();
    }
  }

  /** Frees a table without a name. */
  void free(LogicalPlan.Scan table) {
    if (table.source() instanceof Source.Memory source) {
      memory.drop(source);
    }
  }

  private void free(SessionCatalogue.Entry entry) {
    if (entry.plan() instanceof LogicalPlan.Scan scan) {
      free(scan);
    }
  }

  private void await() {
    try {
      turn.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Query was cancelled", e);
    }
  }
}
