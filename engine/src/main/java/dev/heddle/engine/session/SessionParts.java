package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.BindingData;
import dev.heddle.engine.catalogue.CurrentSchema;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.SessionNames;
import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.setting.SessionSettings;
import dev.heddle.engine.setting.TransactionState;
import dev.heddle.io.memory.MemoryLedger;
import java.util.Map;

/** What a session has of its own, and what it shares. Thread-safe. */
abstract class SessionParts {
  final SharedState shared;
  final SessionRights rights;
  final SessionSettings settings;
  final QueryExecutor executor;
  final BindingData data;
  private final TransactionState transaction = new TransactionState();

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
    this.data = SharedState.data(settings, rights, executor);
  }

  /** Fails if the session is closed; takes what other processes have changed. */
  final void checkOpen() {
    executor.checkOpen();
    shared.databases.refresh();
  }

  final SessionCatalogue catalogue() {
    return shared.catalogue;
  }

  final SessionRights rights() {
    return rights;
  }

  final SessionSettings settings() {
    return settings;
  }

  final BindingData data() {
    return data;
  }

  final CurrentSchema current() {
    return data.current();
  }

  /** Returns what names in the statements of a script mean. */
  final StatementNames names(String script) {
    return new StatementNames(script, shared.catalogue, data);
  }

  final TransactionState transaction() {
    return transaction;
  }

  final TableChanges changes() {
    return shared.changes;
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
    return new SessionNames(shared.catalogue, data, Map.of());
  }
}
