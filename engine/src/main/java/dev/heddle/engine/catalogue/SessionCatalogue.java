package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.tree.Macro;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The views and tables of a session by name, its functions, and its types that have names. A name
 * is found exactly, else as the only one that is equal but for case; those of functions have no
 * case. Thread-safe.
 */
public final class SessionCatalogue {
  private final Map<String, Entry> entries = new TreeMap<>(); // guarded by this
  private final Map<String, TableDefinition> definitions = new TreeMap<>(); // guarded by this
  private final Map<String, TableComments> comments = new TreeMap<>(); // guarded by this
  private final Map<String, UserFunction> functions = new TreeMap<>(); // guarded by this
  private final Sequences sequences = new Sequences();
  private final Map<String, UserAggregate> aggregates = new TreeMap<>(); // guarded by this
  private SessionMacros macros = SessionMacros.NONE; // guarded by this
  private NamedTypes types = NamedTypes.NONE; // guarded by this
  private final Predicate<LogicalPlan> isHeld;
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
  }

  /** Returns the entry of a name under its exact spelling, if there is one. */
  public synchronized Optional<Map.Entry<String, Entry>> find(String name) {
    Entry exact = entries.get(name);
    if (exact != null) {
      return Optional.of(Map.entry(name, exact));
    }
    List<Map.Entry<String, Entry>> alike = new ArrayList<>();
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      if (each.getKey().equalsIgnoreCase(name)) {
        alike.add(Map.entry(each.getKey(), each.getValue()));
      }
    }
    if (alike.size() > 1) {
      throw new HeddleException(
          ErrorCode.ANALYSIS,
          "Cannot use table "
              + name
              + ": it could mean "
              + String.join(" or ", alike.stream().map(Map.Entry::getKey).toList())
              + "; write it in double quotes");
    }
    return alike.isEmpty() ? Optional.empty() : Optional.of(alike.getFirst());
  }

  /** Returns the plan of a name. */
  public synchronized Map.Entry<String, Entry> require(String name) {
    return find(name).orElseThrow(() -> notFound("table", name));
  }

  private HeddleException notFound(String what, String name) {
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find "
            + what
            + ": "
            + NearestNames.missing(what, name, List.copyOf(entries.keySet())));
  }

  /** Adds or replaces a view that was made of a frame. */
  public void putView(String name, LogicalPlan plan) {
    putView(name, new Entry(TableInfo.Kind.VIEW, plan));
  }

  /**
   * Adds or replaces a view of SQL text.
   *
   * @param plan what the text means now
   * @param sources names the files of the text, with the rights of whom the view belongs to
   */
  public void putView(
      String name, LogicalPlan plan, ViewText text, Function<Source, LogicalPlan.Scan> sources) {
    putView(name, new Entry(TableInfo.Kind.VIEW, plan, text, null, sources));
  }

  private synchronized void putView(String name, Entry view) {
    Optional<Map.Entry<String, Entry>> old = find(name);
    if (old.isPresent() && old.get().getValue().kind() == TableInfo.Kind.TABLE) {
      throw alreadyExists("view", name, "table");
    }
    old.ifPresent(
        e -> {
          entries.remove(e.getKey());
          comments.remove(e.getKey());
        });
    put(name, view);
  }

  /** Adds a table under a new name. */
  public synchronized void addTable(String name, LogicalPlan plan, TableDefinition definition) {
    checkFree("table", name);
    definitions.put(name, definition);
    put(name, new Entry(TableInfo.Kind.TABLE, plan));
  }

  private void put(String name, Entry entry) {
    entries.put(name, entry);
    version++;
  }

  /** Demands that nothing has the name. */
  public synchronized void checkFree(String what, String name) {
    Optional<Map.Entry<String, Entry>> old = find(name);
    if (old.isPresent()) {
      throw alreadyExists(what, name, old.get().getValue().kind().name().toLowerCase(Locale.ROOT));
    }
  }

  /** Gives a table another content; the name is spelled exactly. */
  public synchronized void replaceTable(String name, LogicalPlan plan) {
    put(name, new Entry(TableInfo.Kind.TABLE, plan));
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
  public synchronized Entry drop(TableInfo.Kind kind, String name) {
    String what = kind.name().toLowerCase(Locale.ROOT);
    Map.Entry<String, Entry> found = find(name).orElseThrow(() -> notFound(what, name));
    if (found.getValue().kind() != kind) {
      throw new HeddleException(
          ErrorCode.ANALYSIS,
          "Cannot drop "
              + what
              + " \""
              + name
              + "\": it is a "
              + found.getValue().kind().name().toLowerCase(Locale.ROOT));
    }
    entries.remove(found.getKey());
    definitions.remove(found.getKey());
    comments.remove(found.getKey());
    version++;
    return found.getValue();
  }

  /** Adds or replaces a function. */
  public synchronized void putFunction(UserFunction function) {
    functions.put(key(function.name()), function);
    aggregates.remove(key(function.name()));
    version++;
  }

  /** Adds or replaces an aggregate. */
  public synchronized void putAggregate(UserAggregate aggregate) {
    aggregates.put(key(aggregate.name()), aggregate);
    functions.remove(key(aggregate.name()));
    version++;
  }

  /** Removes a function or an aggregate. */
  public synchronized void dropFunction(String name) {
    if (aggregates.remove(key(name)) != null) {
      version++;
      return;
    }
    UserFunction function = requireFunction(name);
    functions.remove(key(function.name()));
    version++;
  }

  /** Returns the function of a name; case does not matter. */
  public synchronized UserFunction requireFunction(String name) {
    UserFunction function = functions.get(key(name));
    if (function == null) {
      List<String> names = new ArrayList<>();
      functions.values().forEach(each -> names.add(each.name()));
      aggregates.values().forEach(each -> names.add(each.name()));
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot find function: " + NearestNames.missing("function", name, names));
    }
    return function;
  }

  /** Returns the aggregate of a name, whatever its case; null if there is none. */
  public synchronized @Nullable UserAggregate aggregate(String name) {
    return aggregates.get(key(name));
  }

  /** Returns the aggregates, by name. */
  public synchronized List<UserAggregate> aggregates() {
    return List.copyOf(aggregates.values());
  }

  /** Returns the functions, by name. */
  public synchronized List<UserFunction> functions() {
    return List.copyOf(functions.values());
  }

  /** Returns the functions that queries may call: those of users, and of sequences. */
  synchronized List<UserFunction> callable() {
    List<UserFunction> all = new ArrayList<>(functions.values());
    all.addAll(sequences.functions());
    return all;
  }

  public Sequences sequences() {
    return sequences;
  }

  /**
   * Returns what is known of tables and views besides what they are.
   *
   * @param definitions of tables that are not plain, by name
   * @param comments of tables and views that have some, by name
   */
  record Details(Map<String, TableDefinition> definitions, Map<String, TableComments> comments) {
    TableDefinition definition(String table) {
      return definitions.getOrDefault(table, TableDefinition.PLAIN);
    }

    TableComments comments(String name) {
      return comments.getOrDefault(name, TableComments.NONE);
    }
  }

  /** Returns what is known of tables and views besides what they are. */
  synchronized Details details() {
    return new Details(new TreeMap<>(definitions), new TreeMap<>(comments));
  }

  /**
   * Gives a table other columns, rows or rules, and perhaps another name.
   *
   * @param name spelled exactly
   * @param to the name from now on
   */
  public synchronized void alterTable(
      String name, String to, LogicalPlan plan, TableDefinition definition) {
    if (!to.equals(name)) {
      rename(name, to);
    }
    definitions.put(to, definition);
    put(to, new Entry(TableInfo.Kind.TABLE, plan));
  }

  /** Gives a table or view another name; the old one is spelled exactly. */
  public synchronized void rename(String name, String to) {
    Entry entry = require(name).getValue();
    if (!to.equalsIgnoreCase(name)) {
      checkFree(entry.kind().name().toLowerCase(Locale.ROOT), to);
    }
    entries.remove(name);
    TableDefinition definition = definitions.remove(name);
    if (definition != null) {
      definitions.put(to, definition);
    }
    TableComments said = comments.remove(name);
    if (said != null) {
      comments.put(to, said);
    }
    put(to, entry);
  }

  /** Gives the comment on a column the name that the column has now. */
  public synchronized void renameComment(String table, String from, String to) {
    comments.computeIfPresent(table, (_, said) -> said.renamed(from, to));
  }

  /**
   * Sets what is said of a table or view, or of a column.
   *
   * @param name spelled exactly
   * @param column null for the table or view
   * @param text null for nothing
   */
  public synchronized void comment(String name, @Nullable String column, @Nullable String text) {
    TableComments said = comments.getOrDefault(name, TableComments.NONE);
    comments.put(name, column == null ? said.withText(text) : said.withColumn(column, text));
    version++;
  }

  /** Returns the table that has an index of a name; null if none has. */
  public synchronized @Nullable String tableOfIndex(String index) {
    for (Map.Entry<String, TableDefinition> each : definitions.entrySet()) {
      if (each.getValue().indexes().stream().anyMatch(i -> i.name().equalsIgnoreCase(index))) {
        return each.getKey();
      }
    }
    return null;
  }

  /** Returns what a table is besides its rows; the name is spelled exactly. */
  public synchronized TableDefinition definition(String table) {
    return definitions.getOrDefault(table, TableDefinition.PLAIN);
  }

  /** Returns the macros. */
  public synchronized SessionMacros macros() {
    return macros;
  }

  /** Adds a macro, of a name that none has. */
  public synchronized void addMacro(Macro macro) {
    macros = macros.with(macro);
    version++;
  }

  /** Adds or replaces a macro. */
  public synchronized void putMacro(Macro macro) {
    macros = macros.replacing(macro);
    version++;
  }

  /** Removes a macro that is a value; returns whether there was one. */
  public synchronized boolean dropMacro(String name) {
    return changed(macros.withoutValue(name));
  }

  /** Removes a macro that is a table; returns whether there was one. */
  public synchronized boolean dropTableMacro(String name) {
    return changed(macros.withoutTable(name));
  }

  private boolean changed(SessionMacros others) {
    boolean isOther = others != macros;
    macros = others;
    version += isOther ? 1 : 0;
    return isOther;
  }

  /** Returns the types that have names. */
  public synchronized NamedTypes types() {
    return types;
  }

  /** Gives a type a name that none has. */
  public synchronized void addType(String name, DataType type) {
    types = types.with(name, type);
    version++;
  }

  /** Gives a type a name, instead of what has it. */
  public synchronized void putType(String name, DataType type) {
    types = types.replacing(name, type);
    version++;
  }

  /** Takes the name of a type away; returns whether there was one. */
  public synchronized boolean dropType(String name) {
    NamedTypes others = types.without(name);
    boolean isOther = others != types;
    types = others;
    version += isOther ? 1 : 0;
    return isOther;
  }

  private static String key(String function) {
    return function.toLowerCase(Locale.ROOT);
  }

  /** Returns a number that is another one after each change. */
  public synchronized long version() {
    return version;
  }

  /** Notes what a view means while its rows are cached; null for no longer. */
  public synchronized void putCached(String name, @Nullable LogicalPlan plan) {
    Entry entry = entries.get(name);
    if (entry != null && entry.text() != null) {
      put(name, new Entry(entry.kind(), entry.plan(), entry.text(), plan, entry.sources()));
    }
  }

  /**
   * Returns the views and tables, by name. A view whose rows are cached is what it was when they
   * were computed.
   */
  public synchronized Map<String, Entry> entries() {
    Map<String, Entry> current = new TreeMap<>(entries);
    current.replaceAll(
        (name, entry) ->
            entry.cached() != null && isHeld.test(entry.cached())
                ? new Entry(entry.kind(), entry.cached())
                : entry);
    return current;
  }
}
