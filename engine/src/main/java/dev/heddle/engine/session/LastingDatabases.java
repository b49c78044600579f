package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;

import dev.heddle.engine.catalogue.CatalogueObject;
import dev.heddle.engine.catalogue.CatalogueState;
import dev.heddle.engine.catalogue.CatalogueStore;
import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.Sequence;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.SessionFacts;
import dev.heddle.engine.catalogue.SessionMacros;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.catalogue.ViewText;
import dev.heddle.engine.database.DataFile;
import dev.heddle.engine.database.DatabaseFolder;
import dev.heddle.engine.database.FileSteps;
import dev.heddle.engine.database.Manifest;
import dev.heddle.engine.database.TableBuilder;
import dev.heddle.engine.database.TableFiles;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.write.SortField;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Statement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lasting databases that are attached to the sessions over one catalogue: their manifests as
 * parts of it, and their tables as data files. Thread-safe.
 */
final class LastingDatabases implements AutoCloseable {
  private static final DatasetOptions FILES =
      DatasetOptions.DEFAULT.withHivePartitions(HivePartitions.OFF);

  private final CatalogueStore store;
  private final MemoryTables memory;
  private final Function<Source, LogicalPlan.Scan> sources; // of the texts of views
  private final Map<String, DatabaseFolder> folders = new ConcurrentHashMap<>(); // by name
  private volatile boolean hasReadOnly; // so that there may be something to refresh
  private volatile FileSteps steps = FileSteps.NONE;

  LastingDatabases(
      CatalogueStore store, MemoryTables memory, Function<Source, LogicalPlan.Scan> sources) {
    this.store = store;
    this.memory = memory;
    this.sources = sources;
  }

  /** Calls something before each step of databases that are attached from now on. */
  void watch(FileSteps watcher) {
    steps = watcher;
  }

  /** Returns whether a database is attached; the name is spelled exactly. */
  boolean has(String name) {
    return folders.containsKey(name);
  }

  /** Returns where a database is; the name is spelled exactly. */
  SessionFacts.Place place(String name) {
    DatabaseFolder folder = folders.get(name);
    return folder == null
        ? SessionFacts.Place.MEMORY
        : new SessionFacts.Place(folder.name(), folder.isReadOnly());
  }

  /** Returns whether what has a name is kept in a folder. */
  boolean isLasting(ObjectName name) {
    return has(name.schema().database());
  }

  private DatabaseFolder folder(ObjectName name) {
    return requireNonNull(folders.get(name.schema().database()), "no such database");
  }

  /**
   * Attaches a database.
   *
   * @param written the path as it was written, for messages
   */
  void attach(String name, Path path, String written, DatabaseFolder.Use use) {
    DatabaseFolder folder = DatabaseFolder.open(path, written, use, steps);
    try {
      store.attach(content(name, folder, folder.read()), next -> folder.commit(manifest(next)));
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
    folders.put(name, folder);
    hasReadOnly |= folder.isReadOnly();
  }

  /** Attaches an empty database that lasts no longer than the sessions do. */
  void attachMemory(String name) {
    store.attach(CatalogueState.of(name), null);
  }

  /** Detaches a database that is attached. */
  void detach(String name) {
    DatabaseFolder folder = folders.remove(name);
    if (folder != null) {
      settle(name, folder);
    }
    free(store.detach(name));
    if (folder != null) {
      folder.close();
    }
  }

  /** Writes down how far sequences are, so that the next session goes on where they are. */
  private void settle(String name, DatabaseFolder folder) {
    if (!folder.isReadOnly()) {
      store.settle(name);
    }
  }

  private void free(CatalogueState content) {
    content
        .objects()
        .values()
        .forEach(
            object -> {
              Source.Memory source = source(object.entry());
              if (source != null) {
                memory.retire(source);
              }
            });
  }

  private static Source.@Nullable Memory source(SessionCatalogue.Entry entry) {
    return entry.plan() instanceof LogicalPlan.Scan scan
            && scan.source() instanceof Source.Memory source
        ? source
        : null;
  }

  /** Takes what other processes have committed to databases that are only read. */
  void refresh() {
    if (!hasReadOnly) {
      return;
    }
    folders.forEach(
        (name, folder) -> {
          if (folder.isReadOnly()) {
            refresh(name, folder);
          }
        });
  }

  private synchronized void refresh(String name, DatabaseFolder folder) {
    Manifest changed = folder.readChanged();
    if (changed != null && has(name)) {
      CatalogueState was = store.state().ofDatabase(name);
      store.refresh(content(name, folder, changed));
      free(was);
    }
  }

  // Manifests

  private CatalogueState content(String name, DatabaseFolder folder, Manifest manifest) {
    CatalogueState state = CatalogueState.of(name);
    for (Manifest.SchemaContent each : manifest.schemas()) {
      SchemaName schema = new SchemaName(name, each.name());
      state = state.withSchema(schema);
      for (Manifest.TableContent table : each.tables()) {
        LogicalPlan rows = stored(folder, table.name(), table.schema(), table.files(), List.of());
        state =
            state.with(
                new ObjectName(schema, table.name()),
                new CatalogueObject(
                    new SessionCatalogue.Entry(TableInfo.Kind.TABLE, rows),
                    table.definition(),
                    table.comments()));
      }
      for (Manifest.ViewContent view : each.views()) {
        state = state.with(new ObjectName(schema, view.name()), view(name, view));
      }
      SessionMacros macros = SessionMacros.NONE;
      for (String text : each.macros()) {
        if (SqlParser.script(text).statements().getFirst() instanceof Statement.CreateMacro made) {
          macros = macros.replacing(made.macro(), text);
        }
      }
      state = macros.isEmpty() ? state : state.withMacros(schema, macros);
      NamedTypes types = NamedTypes.NONE;
      for (NamedTypes.Entry type : each.types()) {
        types = types.with(type.name(), type.type());
      }
      state = types.isEmpty() ? state : state.withTypes(schema, types);
      for (Manifest.SequenceContent sequence : each.sequences()) {
        Runnable stores = store.sequenceStore(name);
        state =
            state.withSequence(
                schema,
                Sequence.again(sequence.name(), sequence.definition(), sequence.next(), stores));
      }
    }
    return state;
  }

  private CatalogueObject view(String database, Manifest.ViewContent view) {
    ViewText text = new ViewText(view.text(), view.names(), new SchemaName(database, view.home()));
    LogicalPlan columns = new LogicalPlan.Values(view.schema(), List.of());
    return new CatalogueObject(
        new SessionCatalogue.Entry(TableInfo.Kind.VIEW, columns, text, null, sources),
        TableDefinition.PLAIN,
        view.comments());
  }

  private Manifest manifest(CatalogueState state) {
    List<Manifest.SchemaContent> schemas = new ArrayList<>();
    for (SchemaName schema : state.schemas()) {
      List<Manifest.TableContent> tables = new ArrayList<>();
      List<Manifest.ViewContent> views = new ArrayList<>();
      state
          .objects(schema)
          .forEach(
              (name, object) -> {
                SessionCatalogue.Entry entry = object.entry();
                if (entry.text() == null) {
                  tables.add(table(name, object));
                } else {
                  views.add(
                      new Manifest.ViewContent(
                          name,
                          entry.text().home().name(),
                          entry.text().text(),
                          entry.text().columns(),
                          entry.plan().schema(),
                          object.comments()));
                }
              });
      List<String> macros = state.macros(schema).texts();
      List<Manifest.SequenceContent> sequences = new ArrayList<>();
      for (Sequence sequence : state.sequences(schema).values()) {
        sequences.add(
            new Manifest.SequenceContent(
                sequence.name(), sequence.definition(), sequence.stored().next()));
      }
      schemas.add(
          new Manifest.SchemaContent(
              schema.name(), tables, views, macros, state.types(schema).all(), sequences));
    }
    return new Manifest(schemas);
  }

  private Manifest.TableContent table(String name, CatalogueObject object) {
    Source.Memory source = source(object.entry());
    MemoryTables.StoredTable files = source == null ? null : memory.stored(source);
    if (files == null) {
      throw new IllegalStateException("A table of a lasting database has no files: " + name);
    }
    return new Manifest.TableContent(
        name,
        object.entry().plan().schema(),
        object.definition(),
        object.comments(),
        files.files());
  }

  // Tables

  /**
   * Makes a table of data files, which are opened when it is read.
   *
   * @param written those that no commit has named
   */
  private LogicalPlan.Scan stored(
      DatabaseFolder folder,
      String name,
      Schema schema,
      List<DataFile> files,
      List<DataFile> written) {
    return memory.add(
        name,
        schema,
        new MemoryTables.StoredTable(
            folder, files, written, () -> opened(folder, name, schema, files)));
  }

  private Table opened(DatabaseFolder folder, String name, Schema schema, List<DataFile> files) {
    if (files.isEmpty()) {
      return memory.empty(name, schema);
    }
    Table table =
        DatasetTables.open(
            new ParquetFormat(),
            files.stream().map(folder::path).toList(),
            FILES,
            schema.fields()); // files have the labels of enumerations as text
    List<DataType> types = table.schema().fields().stream().map(Field::type).toList();
    for (int i = 0; i < schema.size(); i++) {
      if (types.size() != schema.size() || !types.get(i).equals(schema.field(i).type())) {
        throw notKept(folder, name, schema.field(i));
      }
    }
    return table;
  }

  private static HeddleException notKept(DatabaseFolder folder, String name, Field column) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot keep table \""
            + name
            + "\" in database "
            + folder.name()
            + ": column \""
            + column.name()
            + "\" is "
            + column.type().sqlName()
            + ", which its files do not have; cast it to another type");
  }

  /**
   * Collects the rows of a table.
   *
   * @param before files whose rows precede them
   */
  TableBuilder builder(ObjectName name, Schema schema, List<DataFile> before) {
    return new Builder(folder(name), name.name(), schema, before, List.of());
  }

  /**
   * Collects the rows of a new table.
   *
   * @param order in which they come; the files declare it
   */
  TableBuilder builder(ObjectName name, List<SortOrder> order, Schema schema) {
    List<SortField> sorted = new ArrayList<>();
    for (SortOrder key : order) {
      sorted.add(
          new SortField(
              schema.field(key.column()).name(),
              key.direction() == SortDirection.DESCENDING,
              key.nulls() == NullPlacement.FIRST));
    }
    return new Builder(folder(name), name.name(), schema, List.of(), sorted);
  }

  private final class Builder implements TableBuilder {
    private final DatabaseFolder folder;
    private final String name;
    private final Schema schema;
    private final List<DataFile> before;
    private final TableFiles files;

    Builder(
        DatabaseFolder folder,
        String name,
        Schema schema,
        List<DataFile> before,
        List<SortField> order) {
      this.folder = folder;
      this.name = name;
      this.schema = schema;
      this.before = before;
      this.files = new TableFiles(folder, name, schema, order, memory.account());
    }

    @Override
    public void append(Batch batch) {
      files.append(batch);
    }

    @Override
    public LogicalPlan.Scan build() {
      List<DataFile> written = files.end();
      List<DataFile> all = new ArrayList<>(before);
      all.addAll(written);
      LogicalPlan.Scan made = stored(folder, name, schema, all, written);
      try {
        if (!written.isEmpty() && made.source() instanceof Source.Memory source) {
          Table unused = memory.find(source); // its columns are those of the table
        }
        return made;
      } catch (RuntimeException e) {
        folder.discard(written);
        throw e;
      }
    }

    @Override
    public void close() {
      files.close();
    }
  }

  /**
   * Returns a table with added rows, which stay the caller's.
   *
   * @param queries runs plans
   */
  LogicalPlan.Scan appended(
      TableChanges.Target now,
      List<OffHeapResult> added,
      Function<LogicalPlan, OffHeapResult> queries) {
    MemoryTables.StoredTable was = requireNonNull(memory.stored(now.source()), "no files");
    long rows = added.stream().mapToLong(OffHeapResult::rowCount).sum();
    List<DataFile> merged = TableFiles.merged(was.files(), rows);
    List<DataFile> kept = was.files().subList(0, was.files().size() - merged.size());
    try (TableBuilder table = builder(now.object(), now.schema(), kept)) {
      if (!merged.isEmpty()) {
        LogicalPlan.Scan last =
            stored(folder(now.object()), now.name(), now.schema(), merged, List.of());
        try (OffHeapResult before = queries.apply(last)) {
          before.lendBatches(table::append);
        } finally {
          memory.drop((Source.Memory) last.source());
        }
      }
      added.forEach(each -> each.lendBatches(table::append));
      return table.build();
    }
  }

  /**
   * Removes files of tables that have been replaced before anybody else has seen them.
   *
   * @param written tables with the files that were written for them
   * @param now what is committed
   */
  void discardUnnamed(List<MemoryTables.StoredTable> written, CatalogueState now) {
    if (written.isEmpty()) {
      return;
    }
    Set<DataFile> named = new HashSet<>();
    for (CatalogueObject object : now.objects().values()) {
      Source.Memory source = source(object.entry());
      MemoryTables.StoredTable files = source == null ? null : memory.stored(source);
      if (files != null) {
        named.addAll(files.files());
      }
    }
    for (MemoryTables.StoredTable table : written) {
      table.folder().discard(table.written().stream().filter(f -> !named.contains(f)).toList());
    }
  }

  /** Removes the files that were written for a table that has not got a name. */
  void discard(Source.Memory source) {
    MemoryTables.StoredTable files = memory.stored(source);
    if (files != null && !files.written().isEmpty()) {
      files.folder().discard(files.written());
    }
  }

  @Override
  public void close() {
    folders.forEach(
        (name, folder) -> {
          try (folder) {
            settle(name, folder);
          } catch (HeddleException e) {
            // Sequences go on behind what they have reserved.
          }
        });
    folders.clear();
  }
}
