package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.BindingData;
import dev.heddle.engine.catalogue.BoundQueries;
import dev.heddle.engine.catalogue.CatalogueStore;
import dev.heddle.engine.catalogue.CurrentSchema;
import dev.heddle.engine.catalogue.PreparedTexts;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.SessionFacts;
import dev.heddle.engine.catalogue.SessionVariables;
import dev.heddle.engine.catalogue.StatementTexts;
import dev.heddle.engine.cluster.client.ClusterStageRunner;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.observed.ObservedRowStore;
import dev.heddle.engine.setting.SessionSettings;
import dev.heddle.engine.worker.LocalStageRunner;
import dev.heddle.frame.Row;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.WorkingFolder;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.planner.sql.SchemaName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions over one store have in common, which belongs to the one that was opened first.
 * Thread-safe.
 */
final class SharedState implements AutoCloseable {
  private static final int MAX_PLANS = 256;

  final SessionOptions options;
  final MemoryLedger ledger;
  final MemoryTables memory;
  final FrameCache cache;
  final SessionRights rights; // of the session that was opened first
  final CatalogueStore store;
  final LastingDatabases databases;
  final ReentrantLock turn = new ReentrantLock(); // of what changes tables
  final BoundQueries queries;
  final StageRunner runner;
  final SpillFolder spill;
  final StatementTexts texts = new StatementTexts();
  final ProgressReports reports = new ProgressReports();

  /** Sessions that were made beside the first and are open. */
  final Set<SessionEngine> others = ConcurrentHashMap.newKeySet();

  private final ProcessMemory.Limit limit;
  private final Storages.@Nullable OptionsLease storage;

  /** Makes it for a session; the runner is taken over. */
  SharedState(SessionOptions options, StageRunner runner, WorkingFolder folder) {
    this.options = options;
    this.storage = options.s3() == null ? null : Storages.use(options.s3());
    this.ledger = ProcessMemory.ledger();
    this.limit = ProcessMemory.limit(options.memoryBudgetBytes());
    this.spill =
        new SpillFolder(
            options.spillFolder(),
            options.spillQuotaBytes() == 0 ? Long.MAX_VALUE : options.spillQuotaBytes());
    this.memory = new MemoryTables(ledger.open("tables in memory"));
    this.cache = new FrameCache(ledger, memory);
    this.store = new CatalogueStore(cache::isHeld);
    this.rights = new SessionRights(new SourceTables(memory), folder, options.timeZone());
    this.databases = new LastingDatabases(store, memory, rights.sources());
    this.queries = new BoundQueries(new SessionCatalogue(store), MAX_PLANS);
    this.runner = runner;
  }

  /** Returns what runs the stages of a session of these options. */
  static StageRunner runner(SessionOptions options) {
    ClusterOptions cluster = options.cluster();
    return cluster == null
        ? new LocalStageRunner(threads(options))
        : ClusterStageRunner.connect(cluster, ProcessMemory.ledger(), threads(options));
  }

  /** Returns how many threads run a query's tasks in this process. */
  int threads() {
    return threads(options);
  }

  private static int threads(SessionOptions options) {
    return options.threads() == 0 ? Runtime.getRuntime().availableProcessors() : options.threads();
  }

  /**
   * Makes what runs the queries of a session with these settings and rights.
   *
   * @param pays for its queries and results: the ledger, or a part of it
   */
  QueryExecutor executor(SessionSettings settings, SessionRights owned, MemoryLedger pays) {
    return new QueryExecutor(
        settings, pays, cache, owned, runner, spill, threads(), texts, reports);
  }

  /** Returns what binding reads for a session of these rights, whose queries an executor runs. */
  BindingData data(SessionSettings settings, SessionRights owned, QueryExecutor executor) {
    return new BindingData(
        () -> owned.in(settings.timeZone()).sources(),
        plan -> {
          List<List<@Nullable Object>> rows = new ArrayList<>();
          try (OffHeapResult result = executor.collect(plan, StatementStart.now())) {
            for (Row row : result) {
              List<@Nullable Object> values = new ArrayList<>();
              for (int i = 0; i < plan.schema().size(); i++) {
                values.add(row.value(i));
              }
              rows.add(values);
            }
          }
          return rows;
        },
        new SessionVariables(),
        new PreparedTexts(),
        new Facts(settings, databases),
        settings::sqlRules,
        new CurrentSchema(SchemaName.SESSION));
  }

  /** The settings of a session and the places of its databases. */
  private record Facts(SessionSettings values, LastingDatabases databases) implements SessionFacts {
    @Override
    public Object setting(String name) {
      return values.value(name);
    }

    @Override
    public List<Setting> settings() {
      return values.all().stream().map(this::setting).toList();
    }

    private Setting setting(SessionSettings.Shown shown) {
      String type = values.value(shown.name()) instanceof Long ? "BIGINT" : "VARCHAR";
      return new Setting(shown.name(), shown.value(), shown.description(), type);
    }

    @Override
    public Place place(String database) {
      return databases.place(database);
    }
  }

  @Override
  public void close() {
    ObservedRowStore.in(ObservedRowStore.folder(options)).save();
    runner.close();
    spill.close();
    cache.close();
    databases.close();
    memory.close();
    if (storage != null) {
      storage.close();
    }
    limit.close();
  }
}
