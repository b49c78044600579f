package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.CatalogueState;
import dev.heddle.engine.catalogue.DefaultTexts;
import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.change.Alteration;
import dev.heddle.engine.change.ChangedTable;
import dev.heddle.engine.change.DefinitionReader;
import dev.heddle.engine.change.ForeignKeys;
import dev.heddle.engine.change.GeneratedColumns;
import dev.heddle.engine.change.TableConstraints;
import dev.heddle.engine.database.TableBuilder;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.TableName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Changes the tables of a session, one at a time among all sessions over one store, so that what
 * two of them add to a table is in it afterwards. Thread-safe.
 */
final class TableChanges {
  private final SessionCatalogue catalogue;
  private final MemoryTables memory;
  private final LastingDatabases databases;
  private final ReentrantLock turn;
  private final SessionTransaction transaction;

  /**
   * Makes it for a session.
   *
   * @param turn that of all sessions over one store
   */
  TableChanges(
      SessionCatalogue catalogue,
      MemoryTables memory,
      LastingDatabases databases,
      ReentrantLock turn) {
    this.catalogue = catalogue;
    this.memory = memory;
    this.databases = databases;
    this.turn = turn;
    this.transaction = new SessionTransaction(catalogue, memory, databases, turn);
  }

  /** Returns the session's transaction. */
  SessionTransaction transaction() {
    return transaction;
  }

  /** Collects the rows of a table of a name, where its database keeps them. */
  TableBuilder builder(ObjectName name, Schema schema) {
    return databases.isLasting(name)
        ? databases.builder(name, schema, List.of())
        : memory.builder(name.name(), schema);
  }

  /**
   * Collects the rows of a new table, which takes nulls, in the order of a result that has them.
   */
  TableBuilder builder(ObjectName name, OffHeapResult rows) {
    Schema schema = DefinitionReader.withNulls(rows.schema());
    return databases.isLasting(name)
        ? databases.builder(name, rows.order(), schema)
        : memory.builder(name.name(), schema);
  }

  /**
   * A table that rows can be added to.
   *
   * @param object its name in its schema, spelled exactly
   * @param given the columns that are not generated
   */
  record Target(ObjectName object, LogicalPlan.Scan scan, Source.Memory source, Schema given) {
    /** Returns its own name. */
    String name() {
      return object.name();
    }

    Schema schema() {
      return scan.schema();
    }
  }

  /**
   * Returns a table that is to be changed.
   *
   * @param verb what is done with it, for the message
   * @throws AnalysisException if it is a view
   */
  Target target(Map.Entry<ObjectName, SessionCatalogue.Entry> found, String verb) {
    if (found.getValue().kind() != TableInfo.Kind.TABLE
        || !(found.getValue().plan() instanceof LogicalPlan.Scan scan)
        || !(scan.source() instanceof Source.Memory source)) {
      throw new AnalysisException(
          "Cannot "
              + verb
              + " \""
              + found.getKey().name()
              + "\": it is a view; "
              + verb
              + " a table");
    }
    TableDefinition definition = catalogue.definition(found.getKey());
    Schema given = GeneratedColumns.given(scan.schema(), definition);
    return new Target(found.getKey(), scan, source, given);
  }

  /** Returns what a table is besides its rows, with defaults for use in any schema. */
  TableDefinition definition(Target target) {
    SchemaName home = target.object().schema();
    return DefaultTexts.used(catalogue.definition(target.object()), home, catalogue.state());
  }

  /**
   * Returns a table that one of a schema refers to.
   *
   * @throws AnalysisException if it is in another schema, or a view
   */
  ChangedTable ofSchema(SchemaName schema, TableName name) {
    if (!name.qualifiers().isEmpty()
        && !name.qualifiers().getLast().text().equalsIgnoreCase(schema.name())) {
      throw new AnalysisException(
          "Cannot refer to \""
              + name.text()
              + "\": a foreign key is for tables of one schema, here "
              + schema.name());
    }
    Target found = target(catalogue.require(List.of(schema), name.text()), "refer to");
    return new ChangedTable(found.name(), found.schema(), catalogue.definition(found.object()));
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
      checkAdded(engine, now, added);
      LogicalPlan.Scan rows =
          databases.isLasting(now.object())
              ? databases.appended(now, added, plan -> engine.collect(plan, start))
              : copied(now, added, engine, start);
      replace(now, rows, (_, _) -> {});
    } finally {
      turn.unlock();
    }
  }

  /** Checks rows that a table is going to have by its keys and conditions, and those of others. */
  static void check(SessionEngine engine, Target target, LogicalPlan.Scan rows) {
    ChangedTable table = RowChanges.table(engine, target);
    TableConstraints.check(table, rows, queries(engine, target));
    foreignKeys(engine, target).check(table.definition(), rows);
  }

  private static TableConstraints.Queries queries(SessionEngine engine, Target target) {
    return engine.queries(target.object().schema());
  }

  private static ForeignKeys foreignKeys(SessionEngine engine, Target target) {
    return new ForeignKeys(engine.catalogue(), target.object(), queries(engine, target));
  }

  /** Checks rows that are added to a table, and stay the caller's, likewise. */
  private static void checkAdded(SessionEngine engine, Target now, List<OffHeapResult> added) {
    ChangedTable table = RowChanges.table(engine, now);
    if (!table.definition().hasConstraints()) {
      return;
    }
    LogicalPlan.Scan rows = TableStatements.held(engine, now, added);
    try {
      TableConstraints.checkAdded(table, now.scan(), rows, queries(engine, now));
      foreignKeys(engine, now).checkAdded(table.definition(), now.scan(), rows);
    } finally {
      engine.changes().free(rows);
    }
  }

  private LogicalPlan.Scan copied(
      Target now, List<OffHeapResult> added, SessionEngine engine, StatementStart start) {
    try (OffHeapResult before = engine.collect(now.scan(), start);
        TableBuilder table = memory.builder(now.name(), now.schema())) {
      before.lendBatches(table::append);
      added.forEach(each -> each.lendBatches(table::append));
      return table.build();
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
      catalogue.replaceTable(now.object(), rows);
    } catch (RuntimeException e) {
      free(rows);
      throw e;
    }
    made(rows);
    transaction.replaced(now.source());
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
        catalogue.checkFree("table", now.object().withName(change.name()));
      }
      ForeignKeys.requireKept(catalogue.state(), now.object(), now.schema(), change);
      LogicalPlan.Scan rows = made.apply(now);
      boolean isOther = !rows.equals(now.scan());
      try {
        catalogue.alterTable(now.object(), rows, change.kept());
      } catch (RuntimeException e) {
        if (isOther) {
          free(rows);
        }
        throw e;
      }
      if (isOther) {
        made(rows);
        transaction.replaced(now.source());
      }
    } finally {
      turn.unlock();
    }
  }

  /** Returns a table as it is now, whose turn it is, if it has the columns that it had. */
  private Target now(Target before, String action) {
    ObjectName name = before.object();
    Target now = target(catalogue.require(List.of(name.schema()), name.name()), "insert into");
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
  void add(ObjectName name, LogicalPlan.Scan table, TableDefinition definition) {
    install(table, () -> catalogue.addTable(name, table, definition));
  }

  /**
   * Gives a name to a table, in the place of the table that has it, if there is one; if that is a
   * view the new table is freed.
   */
  void put(ObjectName name, LogicalPlan.Scan table, TableDefinition definition) {
    install(
        table,
        () -> {
          CatalogueState now = catalogue.state();
          now.find(name.schema(), name.name())
              .ifPresent(old -> ForeignKeys.requireUnreferenced(now, old, "replace"));
          catalogue.putTable(name, table, definition).ifPresent(this::drop);
        });
  }

  private void install(LogicalPlan.Scan table, Runnable change) {
    await();
    try {
      change.run();
      made(table);
    } catch (RuntimeException e) {
      free(table);
      throw e;
    } finally {
      turn.unlock();
    }
  }

  /** Removes a view or table of the first schema that has it, and frees the rows of a table. */
  void drop(TableInfo.Kind kind, List<SchemaName> schemas, String name) {
    await();
    try {
      CatalogueState now = catalogue.state();
      catalogue
          .find(schemas, name)
          .ifPresent(found -> ForeignKeys.requireUnreferenced(now, found.getKey(), "drop"));
      drop(catalogue.drop(kind, schemas, name));
    } finally {
      turn.unlock();
    }
  }

  /** Removes a schema with all that is in it, and frees the rows of its tables. */
  void drop(SchemaName schema) {
    await();
    try {
      catalogue.dropSchema(schema).forEach(this::drop);
    } finally {
      turn.unlock();
    }
  }

  /** Does something to a database while no statement changes a table. */
  void alone(Runnable change) {
    await();
    try {
      change.run();
    } finally {
      turn.unlock();
    }
  }

  /** Frees a table that has not got a name, and removes the files that were written for it. */
  void free(LogicalPlan.Scan table) {
    if (table.source() instanceof Source.Memory source) {
      databases.discard(source);
      memory.drop(source);
    }
  }

  /** Frees what has no name any more; files that queries may be reading stay. */
  private void drop(SessionCatalogue.Entry entry) {
    if (entry.plan() instanceof LogicalPlan.Scan scan
        && scan.source() instanceof Source.Memory source) {
      transaction.replaced(source);
    }
  }

  private void made(LogicalPlan.Scan table) {
    if (table.source() instanceof Source.Memory source) {
      transaction.made(source);
    }
  }

  private void await() {
    await(turn);
  }

  /** Waits for the turn of a thread, which is to be given up. */
  static void await(ReentrantLock turn) {
    try {
      turn.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Query was cancelled", e);
    }
  }
}
