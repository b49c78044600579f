package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.BindingData;
import dev.heddle.engine.catalogue.BoundQueries;
import dev.heddle.engine.catalogue.CurrentSchema;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.SessionNames;
import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.setting.SessionSettings;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import java.util.Map;

/** What a session has of its own, and what it shares. Thread-safe. */
abstract class SessionParts {
  final SharedState shared;
  private final SessionRights rights;
  final SessionSettings settings;
  final QueryExecutor executor;
  final BindingData data;
  final SessionCatalogue catalogue;
  final BoundQueries queries;
  private final TableChanges changes;

  /**
   * Makes the parts of a session.
   *
   * @param pays for its queries and results
   */
  SessionParts(SharedState shared, SessionRights rights, MemoryLedger pays) {
    this.shared = shared;
    this.rights = rights;
    this.settings = new SessionSettings(shared.options);
    this.executor = shared.executor(settings, rights, pays);
    this.data = shared.data(settings, rights, executor);
    this.catalogue = new SessionCatalogue(shared.store);
    this.queries = shared.queries.of(catalogue);
    this.changes = new TableChanges(catalogue, shared.memory, shared.databases, shared.turn);
  }

  /** Fails if the session is closed; takes what other processes have changed. */
  final void checkOpen() {
    executor.checkOpen();
    shared.databases.refresh();
  }

  final SessionCatalogue catalogue() {
    return catalogue;
  }

  final SessionRights rights() {
    return rights.in(settings.timeZone());
  }

  final SessionSettings settings() {
    return settings;
  }

  final BindingData data() {
    return data;
  }

  /** Returns the types that have names where names have no schema. */
  final NamedTypes types() {
    return catalogue.state().types(current().path());
  }

  /** Returns the types that names mean in a table's columns: those of its schema come first. */
  final NamedTypes types(SchemaName schema) {
    return catalogue.state().types(CurrentSchema.path(schema)).before(types());
  }

  final CurrentSchema current() {
    return data.current();
  }

  /** Returns what names in the statements of a script mean. */
  final StatementNames names(String script) {
    return new StatementNames(script, catalogue, data);
  }

  final SessionTransaction transaction() {
    return changes.transaction();
  }

  final TableChanges changes() {
    return changes;
  }

  final MemoryTables memory() {
    return shared.memory;
  }

  final StageRunner runner() {
    return shared.runner;
  }

  final QueryExecutor executor() {
    return executor;
  }

  final LastingDatabases databases() {
    return shared.databases;
  }

  /** Returns what names mean now. */
  final SessionNames names() {
    return new SessionNames(catalogue, data, Map.of());
  }
}
