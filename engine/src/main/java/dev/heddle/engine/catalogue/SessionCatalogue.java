package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Macro;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a session with their schemas, tables, views and macros, and its functions,
 * sequences and types that have names. A name is found exactly, else as the only one that is equal
 * but for case; those of functions have no case. What changes a database that lasts is made to last
 * before it is seen, and changes nothing if that fails. Thread-safe.
 */
public final class SessionCatalogue {
  private final ReentrantLock changing = new ReentrantLock(); // held while a change is made to last
  private final Map<String, DatabaseCommit> commits = new ConcurrentHashMap<>(); // by database
  private final SessionFunctions functions = new SessionFunctions();
  private final Sequences sequences = new Sequences();
  private final SessionTypes types = new SessionTypes();
  private final Predicate<LogicalPlan> isHeld;
  private CatalogueState state; // guarded by this
  private long version; // of the entries; guarded by this

  /**
   * A view or a table.
   *
   * @param kind which of both
   * @param plan its rows; of a view of SQL text those that it had when it was created
   * @param text the view's text, which is bound at each use; null for a table and for a view that
   *     was made of a frame
   * @param cached what a view of SQL text meant when its rows were asked to be cached; null if they
   *     were not
   * @param sources names the files of a view of SQL text, with the rights of whom it belongs to;
   *     null for all others
   */
  public record Entry(
      TableInfo.Kind kind,
      LogicalPlan plan,
      @Nullable ViewText text,
      @Nullable LogicalPlan cached,
      @Nullable Function<Source, LogicalPlan.Scan> sources) {
    public Entry(TableInfo.Kind kind, LogicalPlan plan) {
      this(kind, plan, null, null, null);
    }
  }

  /** Makes an empty catalogue. */
  public SessionCatalogue() {
    this(plan -> false);
  }

  /**
   * Makes an empty catalogue.
   *
   * @param isHeld returns whether the rows of a plan are cached or persisted
   */
  public SessionCatalogue(Predicate<LogicalPlan> isHeld) {
    this.isHeld = isHeld;
    this.state = CatalogueState.of(SchemaName.SESSION_DATABASE);
  }

  /** Returns what there is now. */
  public synchronized CatalogueState state() {
    return state;
  }

  /**
   * Returns what there is for those who read it. A view whose rows are cached is what it was when
   * they were computed.
   */
  CatalogueState current() {
    return state().whereCached(isHeld);
  }

  /**
   * Changes a database in one step.
   *
   * @param change returns what is then; it may fail, and it may be what was
   */
  private void change(String database, UnaryOperator<CatalogueState> change) {
    changing.lock();
    try {
      CatalogueState was = state();
      CatalogueState next = change.apply(was);
      if (next == was) { // nothing to do
        return;
      }
      DatabaseCommit commit = commits.get(database);
      if (commit != null) {
        commit.commit(next.ofDatabase(database));
      }
      put(next);
    } finally {
      changing.unlock();
    }
  }

  private synchronized void put(CatalogueState next) {
    state = next;
    version++;
  }

  public Sequences sequences() {
    return sequences;
  }

  /** Returns the types that have names. */
  public SessionTypes types() {
    return types;
  }

  /** Returns the functions of the user's own. */
  public SessionFunctions functions() {
    return functions;
  }

  // Databases and schemas

  /**
   * Adds a database.
   *
   * @param content what is in it
   * @param commit makes changes of it last
   */
  public void attach(CatalogueState content, DatabaseCommit commit) {
    String database = content.schemas().getFirst().database();
    changing.lock();
    try {
      if (state().has(SchemaName.mainOf(database))) {
        throw new HeddleException(
            ErrorCode.ALREADY_EXISTS,
            "Cannot attach database \""
                + database
                + "\": the session has one of that name; write ATTACH 'folder' AS another_name");
      }
      commits.put(database, commit);
      put(state().withDatabase(content));
    } finally {
      changing.unlock();
    }
  }

  /** Takes what is in a database for what it is now, as another process has committed it. */
  public void refresh(CatalogueState content) {
    String database = content.schemas().getFirst().database();
    changing.lock();
    try {
      put(state().withoutDatabase(database).withDatabase(content));
    } finally {
      changing.unlock();
    }
  }

  /** Removes a database and returns what was in it. */
  public CatalogueState detach(String database) {
    changing.lock();
    try {
      CatalogueState was = state().ofDatabase(database);
      put(state().withoutDatabase(database));
      commits.remove(database);
      return was;
    } finally {
      changing.unlock();
    }
  }

  /** Adds an empty schema, of a name that none has. */
  public void addSchema(SchemaName schema) {
    change(schema.database(), now -> now.withSchema(schema));
  }

  /** Removes a schema and returns its tables and views; the name is spelled exactly. */
  public List<Entry> dropSchema(SchemaName schema) {
    List<Entry> gone = new ArrayList<>();
    change(
        schema.database(),
        now -> {
          now.objects(schema).values().forEach(object -> gone.add(object.entry()));
          return now.withoutSchema(schema);
        });
    return gone;
  }

  // Tables and views

  /** Returns the table or view of a name in the first of several schemas that has one. */
  public Optional<Map.Entry<ObjectName, Entry>> find(List<SchemaName> schemas, String name) {
    CatalogueState now = state();
    for (SchemaName schema : schemas) {
      Optional<ObjectName> found = now.find(schema, name);
      if (found.isPresent()) {
        return Optional.of(Map.entry(found.get(), now.require(found.get()).entry()));
      }
    }
    return Optional.empty();
  }

  /** Returns the table or view of a name likewise. */
  public Map.Entry<ObjectName, Entry> require(List<SchemaName> schemas, String name) {
    return find(schemas, name).orElseThrow(() -> notFound("table", schemas, name));
  }

  /** Returns the table or view that a name means in its schema. */
  private Optional<Map.Entry<ObjectName, Entry>> find(ObjectName name) {
    return find(List.of(name.schema()), name.name());
  }

  private HeddleException notFound(String what, List<SchemaName> schemas, String name) {
    CatalogueState now = state();
    Set<String> names = new LinkedHashSet<>();
    schemas.forEach(schema -> names.addAll(now.objects(schema).keySet()));
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find " + what + ": " + NearestNames.missing(what, name, List.copyOf(names)));
  }

  /** Adds or replaces a view that was made of a frame. */
  public void putView(ObjectName name, LogicalPlan plan) {
    putView(name, new Entry(TableInfo.Kind.VIEW, plan));
  }

  /**
   * Adds or replaces a view of SQL text.
   *
   * @param plan what the text means now
   * @param sources names the files of the text, with the rights of whom the view belongs to
   */
  public void putView(
      ObjectName name,
      LogicalPlan plan,
      ViewText text,
      Function<Source, LogicalPlan.Scan> sources) {
    putView(name, new Entry(TableInfo.Kind.VIEW, plan, text, null, sources));
  }

  private void putView(ObjectName name, Entry view) {
    change(
        name.schema().database(),
        now -> {
          Optional<ObjectName> old = now.find(name.schema(), name.name());
          if (old.isPresent() && now.require(old.get()).entry().kind() == TableInfo.Kind.TABLE) {
            throw alreadyExists("view", name.name(), "table");
          }
          CatalogueState others = old.isPresent() ? now.without(old.get()) : now;
          return others.with(name, CatalogueObject.of(view, TableDefinition.PLAIN));
        });
  }

  /** Adds a table under a new name. */
  public void addTable(ObjectName name, LogicalPlan plan, TableDefinition definition) {
    change(
        name.schema().database(),
        now -> {
          checkFree(now, "table", name);
          return now.with(
              name, CatalogueObject.of(new Entry(TableInfo.Kind.TABLE, plan), definition));
        });
  }

  /**
   * Puts a table in the place of the one that has the name, if there is one, and returns that.
   *
   * @throws HeddleException if a view has the name
   */
  public Optional<Entry> putTable(ObjectName name, LogicalPlan plan, TableDefinition definition) {
    Optional<Map.Entry<ObjectName, Entry>> old = find(name);
    change(
        name.schema().database(),
        now -> {
          CatalogueState others = now;
          if (old.isPresent()) {
            requireKind("drop", TableInfo.Kind.TABLE, old.get());
            others = now.without(old.get().getKey());
          }
          return others.with(
              name, CatalogueObject.of(new Entry(TableInfo.Kind.TABLE, plan), definition));
        });
    return old.map(Map.Entry::getValue);
  }

  /** Demands that nothing has the name. */
  public void checkFree(String what, ObjectName name) {
    checkFree(state(), what, name);
  }

  private static void checkFree(CatalogueState now, String what, ObjectName name) {
    Optional<ObjectName> old = now.find(name.schema(), name.name());
    if (old.isPresent()) {
      TableInfo.Kind kind = now.require(old.get()).entry().kind();
      throw alreadyExists(what, name.name(), kind.name().toLowerCase(Locale.ROOT));
    }
  }

  /** Gives a table another content; the name is spelled exactly. */
  public void replaceTable(ObjectName name, LogicalPlan plan) {
    change(
        name.schema().database(),
        now -> now.with(name, now.require(name).withEntry(new Entry(TableInfo.Kind.TABLE, plan))));
  }

  private static HeddleException alreadyExists(String what, String name, String existing) {
    return new HeddleException(
        ErrorCode.ALREADY_EXISTS,
        "Cannot create "
            + what
            + " \""
            + name
            + "\": a "
            + existing
            + " of that name exists; drop it first or choose another name");
  }

  /** Removes an entry of a kind and returns it. */
  public Entry drop(TableInfo.Kind kind, List<SchemaName> schemas, String name) {
    String what = kind.name().toLowerCase(Locale.ROOT);
    Map.Entry<ObjectName, Entry> found =
        find(schemas, name).orElseThrow(() -> notFound(what, schemas, name));
    requireKind("drop", kind, found);
    change(found.getKey().schema().database(), now -> now.without(found.getKey()));
    return found.getValue();
  }

  private static void requireKind(
      String verb, TableInfo.Kind kind, Map.Entry<ObjectName, Entry> found) {
    if (found.getValue().kind() != kind) {
      throw new HeddleException(
          ErrorCode.ANALYSIS,
          "Cannot "
              + verb
              + " "
              + kind.name().toLowerCase(Locale.ROOT)
              + " \""
              + found.getKey().name()
              + "\": it is a "
              + found.getValue().kind().name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Gives a table other columns, rows or rules, and perhaps another name.
   *
   * @param name spelled exactly
   * @param change what it is from now on
   */
  public void alterTable(ObjectName name, LogicalPlan plan, AlteredTable change) {
    change(
        name.schema().database(),
        now -> {
          CatalogueState renamed = renamed(now, name, change.name());
          ObjectName to = name.withName(change.name());
          CatalogueObject was = renamed.require(to);
          TableComments comments =
              change.from() == null || change.to() == null
                  ? was.comments()
                  : was.comments().renamed(change.from(), change.to());
          return renamed.with(
              to,
              new CatalogueObject(
                  new Entry(TableInfo.Kind.TABLE, plan), change.definition(), comments));
        });
  }

  private static CatalogueState renamed(CatalogueState now, ObjectName name, String to) {
    if (to.equals(name.name())) {
      return now;
    }
    CatalogueObject object = now.require(name);
    if (!to.equalsIgnoreCase(name.name())) {
      checkFree(now, object.entry().kind().name().toLowerCase(Locale.ROOT), name.withName(to));
    }
    return now.without(name).with(name.withName(to), object);
  }

  /** Gives a table or view another name; the old one is spelled exactly. */
  public void rename(ObjectName name, String to) {
    change(name.schema().database(), now -> renamed(now, name, to));
  }

  /**
   * Sets what is said of a table or view, or of a column.
   *
   * @param name spelled exactly
   * @param column null for the table or view
   * @param text null for nothing
   */
  public void comment(ObjectName name, @Nullable String column, @Nullable String text) {
    change(
        name.schema().database(),
        now -> {
          CatalogueObject object = now.require(name);
          TableComments said = object.comments();
          return now.with(
              name,
              object.withComments(
                  column == null ? said.withText(text) : said.withColumn(column, text)));
        });
  }

  /** Returns the table of several schemas that has an index of a name; null if none has. */
  public @Nullable ObjectName tableOfIndex(List<SchemaName> schemas, String index) {
    CatalogueState now = state();
    for (SchemaName schema : schemas) {
      for (Map.Entry<String, CatalogueObject> each : now.objects(schema).entrySet()) {
        List<TableDefinition.Index> indexes = each.getValue().definition().indexes();
        if (indexes.stream().anyMatch(i -> i.name().equalsIgnoreCase(index))) {
          return new ObjectName(schema, each.getKey());
        }
      }
    }
    return null;
  }

  /** Returns what a table is besides its rows; the name is spelled exactly. */
  public TableDefinition definition(ObjectName table) {
    CatalogueObject object = state().find(table);
    return object == null ? TableDefinition.PLAIN : object.definition();
  }

  /** Notes what a view means while its rows are cached; null for no longer. */
  public void putCached(ObjectName name, @Nullable LogicalPlan plan) {
    changing.lock();
    try {
      CatalogueState now = state();
      CatalogueObject object = now.find(name);
      Entry entry = object == null ? null : object.entry();
      if (object != null && entry != null && entry.text() != null) {
        Entry cached = new Entry(entry.kind(), entry.plan(), entry.text(), plan, entry.sources());
        put(now.with(name, object.withEntry(cached)));
      }
    } finally {
      changing.unlock();
    }
  }

  // Macros

  /**
   * Adds a macro, of a name that none of its schema has.
   *
   * @param text the statement that makes it
   */
  public void addMacro(SchemaName schema, Macro macro, String text) {
    changeMacros(schema, macros -> macros.with(macro, text));
  }

  /** Adds or replaces a macro. */
  public void putMacro(SchemaName schema, Macro macro, String text) {
    changeMacros(schema, macros -> macros.replacing(macro, text));
  }

  /** Removes a macro that is a value; returns whether there was one. */
  public boolean dropMacro(SchemaName schema, String name) {
    boolean isFound = state().macros(schema).value(name) != null;
    changeMacros(schema, macros -> macros.withoutValue(name));
    return isFound;
  }

  /** Removes a macro that is a table; returns whether there was one. */
  public boolean dropTableMacro(SchemaName schema, String name) {
    boolean isFound = state().macros(schema).table(name) != null;
    changeMacros(schema, macros -> macros.withoutTable(name));
    return isFound;
  }

  private void changeMacros(SchemaName schema, UnaryOperator<SessionMacros> change) {
    change(
        schema.database(),
        now -> {
          SessionMacros was = now.macros(schema);
          SessionMacros changed = change.apply(was);
          return changed == was ? now : now.withMacros(schema, changed);
        });
  }

  /** Returns a number that is another one after each change. */
  public synchronized long version() {
    return version + functions.version() + types.version();
  }
}
