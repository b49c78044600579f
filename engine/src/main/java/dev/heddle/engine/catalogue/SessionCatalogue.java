package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Existing;
import dev.heddle.planner.sql.tree.Macro;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a session with their schemas, tables, views, macros, types and sequences, and
 * its functions. A name is found exactly, else as the only one that is equal but for case; those of
 * functions, types and sequences have no case. What changes is committed at once, or with a
 * transaction, in which the session sees what it has changed, and of others what had been committed
 * when it began. Thread-safe.
 */
public final class SessionCatalogue {
  private static final AtomicLong LAST_TRANSACTION = new AtomicLong();

  private final CatalogueStore store;
  private volatile @Nullable CatalogueTransaction transaction; // null if none is open

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

  /** Makes the catalogue of a session. */
  public SessionCatalogue(CatalogueStore store) {
    this.store = store;
  }

  /** Makes an empty catalogue of one session. */
  public SessionCatalogue() {
    this(new CatalogueStore(_ -> false));
  }

  /** Returns what is committed. */
  CatalogueStore store() {
    return store;
  }

  /** Returns what there is now for the session. */
  public CatalogueState state() {
    CatalogueTransaction open = transaction;
    return open == null ? store.state() : open.state();
  }

  /**
   * Returns what there is for those who read it. A view whose rows are cached is what it was when
   * they were computed.
   */
  CatalogueState current() {
    return state().whereCached(store.isHeld());
  }

  /**
   * Changes a database in one step.
   *
   * @param change returns what is then; it may fail, and it may be what was
   */
  private void change(String database, UnaryOperator<CatalogueState> change) {
    CatalogueTransaction open = transaction;
    if (open == null) {
      store.change(database, change);
    } else {
      open.change(database, change);
    }
  }

  // Transactions

  /** What a transaction may do. */
  public enum Access {
    /** Read and change. */
    WRITE,
    /** Only read. */
    READ
  }

  /** Begins a transaction; none is open. */
  public void begin(Access access) {
    transaction = new CatalogueTransaction(store, LAST_TRANSACTION.incrementAndGet(), access);
  }

  /**
   * Commits the open transaction, which ends it.
   *
   * @throws HeddleException {@code CONFLICT} if what it has changed was changed meanwhile, and what
   *     making it last throws: then it is open still, and nothing is committed
   */
  public void commit() {
    CatalogueTransaction open = transaction;
    if (open != null) {
      open.commit();
      transaction = null;
    }
  }

  /** Ends the open transaction without its changes. */
  public void rollBack() {
    CatalogueTransaction open = transaction;
    if (open != null) {
      transaction = null;
      open.end();
    }
  }

  /** Demands that the open transaction is committed only if a table is as it is here. */
  public void requireUnchanged(ObjectName table) {
    CatalogueTransaction open = transaction;
    if (open != null) {
      open.requireUnchanged(table);
    }
  }

  /** Demands likewise that there are no more tables that refer to one. */
  public void requireNoReferences(ObjectName table) {
    CatalogueTransaction open = transaction;
    if (open != null) {
      open.requireNoReferences(table);
    }
  }

  /** Returns the number of the open transaction, which no other has; 0 without one. */
  long scope() {
    CatalogueTransaction open = transaction;
    return open == null ? 0 : open.id();
  }

  /** Returns the functions that read sequences, for texts of a current schema. */
  List<UserFunction> sequenceFunctions(SchemaName current) {
    CatalogueTransaction open = transaction;
    return (open == null ? store.sequences() : open.sequences()).functions(current);
  }

  /** Returns the functions of the user's own. */
  public SessionFunctions functions() {
    return store.functions();
  }

  // Sequences and types

  /**
   * Makes a sequence.
   *
   * @return whether it was made, which it is not if one of the name is kept
   * @throws HeddleException if there is one of the name and it is neither kept nor replaced
   */
  public boolean create(SchemaName schema, Statement.CreateSequence statement) {
    String name = statement.name().text();
    boolean exists = state().sequence(new ObjectName(schema, name)) != null;
    if (exists && statement.existing() == Existing.REFUSED) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create sequence \""
              + name
              + "\": there is one of that name; write CREATE OR REPLACE, or choose another name");
    }
    if (exists && statement.existing() == Existing.KEPT) {
      return false;
    }
    String database = schema.database();
    Sequence made =
        Sequence.of(statement, store.isLasting(database) ? store.sequenceStore(database) : null);
    change(schema.database(), now -> now.withSequence(schema, made));
    return true;
  }

  /** Removes a sequence. */
  public void dropSequence(ObjectName sequence) {
    change(sequence.schema().database(), now -> now.withoutSequence(sequence));
  }

  /** Changes the types of a schema. */
  public void changeTypes(SchemaName schema, UnaryOperator<NamedTypes> change) {
    change(
        schema.database(),
        now -> {
          NamedTypes was = now.types(schema);
          NamedTypes changed = change.apply(was);
          return changed == was ? now : now.withTypes(schema, changed);
        });
  }

  // Schemas

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
    return find(schemas, name)
        .orElseThrow(() -> CatalogueErrors.notFound(state(), "table", schemas, name));
  }

  /** Returns the table or view that a name means in its schema. */
  private Optional<Map.Entry<ObjectName, Entry>> find(ObjectName name) {
    return find(List.of(name.schema()), name.name());
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
            throw CatalogueErrors.alreadyExists("view", name.name(), "table");
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
            CatalogueErrors.requireKind("drop", TableInfo.Kind.TABLE, old.get());
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
      throw CatalogueErrors.alreadyExists(what, name.name(), kind.name().toLowerCase(Locale.ROOT));
    }
  }

  /** Gives a table another content; the name is spelled exactly. */
  public void replaceTable(ObjectName name, LogicalPlan plan) {
    change(
        name.schema().database(),
        now -> now.with(name, now.require(name).withEntry(new Entry(TableInfo.Kind.TABLE, plan))));
  }

  /** Removes an entry of a kind and returns it. */
  public Entry drop(TableInfo.Kind kind, List<SchemaName> schemas, String name) {
    String what = kind.name().toLowerCase(Locale.ROOT);
    Map.Entry<ObjectName, Entry> found =
        find(schemas, name)
            .orElseThrow(() -> CatalogueErrors.notFound(state(), what, schemas, name));
    CatalogueErrors.requireKind("drop", kind, found);
    change(found.getKey().schema().database(), now -> now.without(found.getKey()));
    return found.getValue();
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

  /** Returns what a table is besides its rows; the name is spelled exactly. */
  public TableDefinition definition(ObjectName table) {
    CatalogueObject object = state().find(table);
    return object == null ? TableDefinition.PLAIN : object.definition();
  }

  /** Notes what a view means while its rows are cached; null for no longer. */
  public void putCached(ObjectName name, @Nullable LogicalPlan plan) {
    UnaryOperator<CatalogueState> change =
        now -> {
          CatalogueObject object = now.find(name);
          Entry entry = object == null ? null : object.entry();
          if (object == null || entry == null || entry.text() == null) {
            return now;
          }
          Entry cached = new Entry(entry.kind(), entry.plan(), entry.text(), plan, entry.sources());
          return now.with(name, object.withEntry(cached));
        };
    CatalogueTransaction open = transaction;
    if (open == null) {
      store.changeUnstored(change);
    } else {
      open.change(name.schema().database(), change);
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

  /** Returns a number that is another one after each change of what the session sees. */
  public long version() {
    CatalogueTransaction open = transaction;
    return store.functions().version() + (open == null ? store.version() : open.version());
  }
}
