package dev.heddle.engine.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.SessionValue;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.tree.Macro;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What names mean in one SQL text: the frames given with it, then the catalogue as it is now. */
public final class SessionNames implements BinderCatalogue {
  private final CatalogueState state;
  private final Map<String, LogicalPlan> frames;
  private final Map<String, ObjectName> visible = new LinkedHashMap<>(); // without a schema
  private final Map<ObjectName, LogicalPlan> plans = new HashMap<>(); // of what has been bound
  private final BindingData data;
  private final SchemaName current;
  private final Function<SchemaName, List<UserFunction>> callable; // by the current schema
  private final List<UserFunction> functions;
  private final List<UserAggregate> aggregates;
  private final NamedTypes types;
  private final List<NamedFile> files = new ArrayList<>();
  private final List<ObjectName> open; // views that are being bound, the outermost first
  private boolean givesSchemasOnly;
  private boolean isLive;

  /**
   * A file that stood in a text.
   *
   * @param sources by what it was named: that of a view with the rights of the view's owner
   */
  record NamedFile(LogicalPlan.Scan scan, Function<Source, LogicalPlan.Scan> sources) {
    /** Returns whether it has the same columns now. */
    boolean isAsBefore() {
      return sources.apply(scan.source()).equals(scan);
    }
  }

  /**
   * Makes the names of a text.
   *
   * @param data what binding reads, with the rights of whom the text is bound for
   */
  public SessionNames(
      SessionCatalogue catalogue, BindingData data, Map<String, LogicalPlan> frames) {
    this(
        catalogue.current(),
        schema -> callable(catalogue, schema),
        catalogue.functions().aggregates(),
        data,
        frames,
        List.of());
  }

  private SessionNames(
      CatalogueState state,
      Function<SchemaName, List<UserFunction>> callable,
      List<UserAggregate> aggregates,
      BindingData data,
      Map<String, LogicalPlan> frames,
      List<ObjectName> open) {
    this.state = state;
    this.callable = callable;
    this.aggregates = aggregates;
    this.data = data;
    this.current = data.current().name();
    this.functions = callable.apply(current);
    this.types = state.types(CurrentSchema.path(current));
    this.frames = new LinkedHashMap<>(frames);
    this.open = open;
    for (SchemaName schema : CurrentSchema.path(current)) {
      List<String> names = new ArrayList<>(names(schema));
      names.removeIf(this::isHidden);
      names.forEach(name -> visible.put(name, new ObjectName(schema, name)));
    }
  }

  /** Whether a frame, or what a schema before this one has, goes before a name. */
  private boolean isHidden(String name) {
    return frames.keySet().stream().anyMatch(name::equalsIgnoreCase)
        || visible.keySet().stream().anyMatch(name::equalsIgnoreCase);
  }

  /**
   * Returns what names mean in the text of a view, where the frames of the query around do not
   * count and the view itself must not be read.
   */
  public SessionNames ofView(ObjectName view, ViewText text) {
    return ofView(view, text, data.sources());
  }

  private SessionNames ofView(
      ObjectName view, ViewText text, Function<Source, LogicalPlan.Scan> owned) {
    List<ObjectName> deeper = new ArrayList<>(open);
    deeper.add(view);
    return beside(data.ofView(owned, text.home()), deeper);
  }

  /**
   * Returns what names mean in a text of a table of a schema, such as a default, where the frames
   * of the query around do not count.
   */
  public SessionNames in(SchemaName schema) {
    return beside(data.in(schema), open);
  }

  /** Returns the names of the same catalogue, without frames. */
  private SessionNames beside(BindingData read, List<ObjectName> views) {
    return new SessionNames(state, callable, aggregates, read, Map.of(), views);
  }

  @Override
  public DescribedColumns.Tables described() {
    return new TableFacts(state);
  }

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(frames.keySet());
    names.addAll(visible.keySet());
    return names;
  }

  @Override
  public LogicalPlan plan(String name) {
    LogicalPlan frame = frames.get(name);
    return frame != null ? frame : plan(found(name));
  }

  private ObjectName found(String name) {
    ObjectName object = visible.get(name);
    if (object == null) {
      throw new IllegalStateException("Not among the names: " + name);
    }
    return object;
  }

  @Override
  public SchemaName home(String name) {
    return frames.containsKey(name) ? current : found(name).schema();
  }

  @Override
  public List<SchemaName> schemas() {
    return state.schemas();
  }

  @Override
  public SchemaName schema() {
    return current;
  }

  @Override
  public List<String> names(SchemaName schema) {
    if (schema.isInformation()) {
      return InformationTable.names();
    }
    List<String> names = new ArrayList<>(state.objects(schema).keySet());
    for (ObjectName view : open) { // one that is made, or replaces one
      if (view.schema().equals(schema)) {
        names.removeIf(view.name()::equalsIgnoreCase);
        names.add(view.name());
      }
    }
    return names;
  }

  @Override
  public LogicalPlan plan(SchemaName schema, String name) {
    return schema.isInformation()
        ? information(InformationTable.of(name))
        : plan(new ObjectName(schema, name));
  }

  /** Returns the rows of a table or view, which is spelled exactly. */
  public LogicalPlan plan(ObjectName name) {
    if (open.stream().anyMatch(name::isAlike)) {
      throw new AnalysisException(
          "it reads itself"
              + (open.size() == 1
                  ? ""
                  : ", by way of "
                      + String.join(", ", open.stream().map(ObjectName::text).toList())));
    }
    LogicalPlan plan = plans.get(name);
    if (plan == null) {
      SessionCatalogue.Entry entry = state.require(name).entry();
      plan = entry.text() == null ? entry.plan() : bound(name, entry, entry.text());
      plans.put(name, plan);
    }
    return plan;
  }

  private LogicalPlan information(InformationTable table) {
    if (givesSchemasOnly) {
      return table.plan(List.of());
    }
    isLive = true;
    return new InformationSchema(state, ofSchemas()::schema).plan(table);
  }

  /**
   * Returns the names of the catalogue for those who want columns and no rows: views may read what
   * tells of them.
   */
  private SessionNames ofSchemas() {
    SessionNames names = beside(data, List.of());
    names.givesSchemasOnly = true;
    return names;
  }

  /** Returns all tables and views of the catalogue, by name. */
  public List<TableInfo> tables() {
    return tables(state.objects().keySet());
  }

  /** Returns the tables and views that are found by their own names, in the order of these. */
  public List<TableInfo> visibleTables() {
    return tables(
        visible.values().stream().sorted(Comparator.comparing(ObjectName::name)).toList());
  }

  private List<TableInfo> tables(Collection<ObjectName> names) {
    SessionNames columns = ofSchemas();
    List<TableInfo> all = new ArrayList<>();
    for (ObjectName name : names) {
      all.add(
          new TableInfo(
              name.schema().database(),
              name.schema().name(),
              name.name(),
              state.require(name).entry().kind(),
              columns.schema(name)));
    }
    return all;
  }

  /** Returns the columns as they are; of a view that cannot be bound now, as they were. */
  private Schema schema(ObjectName name) {
    SessionCatalogue.Entry entry = state.require(name).entry();
    try {
      return entry.text() == null ? entry.plan().schema() : plan(name).schema();
    } catch (HeddleException e) {
      return entry.plan().schema();
    }
  }

  /**
   * Returns whether the text reads what tells of the catalogue, or rows that decide what it means,
   * so that it means something else when files have changed, or are there again; or has a choice at
   * random that is another one each time.
   */
  boolean isLive() {
    return isLive;
  }

  private LogicalPlan bound(ObjectName name, SessionCatalogue.Entry entry, ViewText view) {
    SessionNames names = ofView(name, view, requireNonNull(entry.sources(), "no view of a text"));
    names.givesSchemasOnly = givesSchemasOnly;
    try {
      return view.bind(name.name(), names);
    } finally {
      if (entry.cached() == null) { // else files that change no longer matter
        files.addAll(names.files);
        isLive |= names.isLive;
      }
    }
  }

  @Override
  public String value(SessionValue value) {
    return switch (value) {
      case VERSION -> HeddleVersion.text();
      case SCHEMA -> current.name();
      case CATALOGUE -> current.database();
      case USER -> SessionUser.name();
    };
  }

  @Override
  public List<UserFunction> functions() {
    return functions;
  }

  /** Returns the functions that queries may call: those of users, and of sequences. */
  private static List<UserFunction> callable(SessionCatalogue catalogue, SchemaName current) {
    List<UserFunction> all = new ArrayList<>(catalogue.functions().all());
    all.addAll(catalogue.sequenceFunctions(current));
    return all;
  }

  @Override
  public List<UserAggregate> aggregates() {
    return aggregates;
  }

  @Override
  public NamedTypes types() {
    return types;
  }

  @Override
  public SqlRules rules() {
    return data.rules().get();
  }

  @Override
  public @Nullable Macro macro(@Nullable SchemaName schema, String name) {
    return macro(schema, macros -> macros.value(name));
  }

  @Override
  public @Nullable Macro tableMacro(@Nullable SchemaName schema, String name) {
    return macro(schema, macros -> macros.table(name));
  }

  private @Nullable Macro macro(
      @Nullable SchemaName wanted, Function<SessionMacros, @Nullable Macro> find) {
    List<SchemaName> path = wanted == null ? CurrentSchema.path(current) : List.of(wanted);
    for (SchemaName schema : path) {
      Macro macro = find.apply(state.macros(schema));
      if (macro != null) {
        return macro;
      }
    }
    return null;
  }

  @Override
  public @Nullable Expr variable(String name) {
    isLive = true;
    SessionVariables.Variable variable = data.variables().find(name);
    return variable == null ? null : variable.value();
  }

  @Override
  public Object setting(String name) {
    isLive = true;
    if (CurrentSchema.isSetting(name)) {
      return CurrentSchema.setting(current);
    }
    return data.facts().setting(name);
  }

  @Override
  public List<String> systemFunctions() {
    return SystemTable.names();
  }

  @Override
  public LogicalPlan systemRows(String function) {
    SystemTable table = SystemTable.of(function);
    if (givesSchemasOnly) {
      return table.plan(List.of());
    }
    isLive = true;
    return new SystemRows(state, data, ofSchemas()::schema).plan(table);
  }

  @Override
  public LogicalPlan file(Source source) {
    LogicalPlan.Scan scan = data.sources().apply(source);
    files.add(new NamedFile(scan, data.sources()));
    return scan;
  }

  @Override
  public List<List<@Nullable Object>> rows(LogicalPlan plan) {
    isLive |= readsRows(plan);
    return data.queries().apply(plan);
  }

  @Override
  public long randomSeed() {
    isLive = true;
    return ThreadLocalRandom.current().nextLong();
  }

  private static boolean readsRows(LogicalPlan plan) {
    Deque<LogicalPlan> open = new ArrayDeque<>(List.of(plan));
    Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      LogicalPlan node = open.pop();
      if (node instanceof LogicalPlan.Scan) {
        return true;
      }
      if (seen.add(node)) {
        node.inputs().forEach(open::push);
      }
    }
    return false;
  }

  /** Returns what stood in the text as files. */
  List<NamedFile> files() {
    return List.copyOf(files);
  }
}
