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
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SessionValue;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.SqlSchema;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.tree.Macro;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
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
  private static final ViewText RECURSIVE = new ViewText("", List.of());

  private final Map<String, LogicalPlan> plans = new LinkedHashMap<>(); // of what has been bound
  private final Map<String, ViewText> views = new LinkedHashMap<>(); // those that have not
  private final BindingData data;
  private final List<UserFunction> functions;
  private final List<UserAggregate> aggregates;
  private final SessionMacros macros;
  private final NamedTypes types;
  private final List<NamedFile> files = new ArrayList<>();
  private final Map<String, SessionCatalogue.Entry> catalogued;
  private final SessionCatalogue.Details details;
  private final List<String> open; // views that are being bound, the outermost first
  private final boolean hasFrames;
  private boolean givesSchemasOnly;
  private boolean isLive;
  private @Nullable SessionNames catalogueAlone; // made when it is asked for

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
        catalogue.entries(),
        catalogue.details(),
        catalogue.callable(),
        catalogue.aggregates(),
        catalogue.macros(),
        catalogue.types(),
        data,
        frames,
        List.of());
  }

  private SessionNames(
      Map<String, SessionCatalogue.Entry> catalogued,
      SessionCatalogue.Details details,
      List<UserFunction> functions,
      List<UserAggregate> aggregates,
      SessionMacros macros,
      NamedTypes types,
      BindingData data,
      Map<String, LogicalPlan> frames,
      List<String> open) {
    this.catalogued = catalogued;
    this.details = details;
    this.functions = functions;
    this.aggregates = aggregates;
    this.macros = macros;
    this.types = types;
    this.data = data;
    this.open = open;
    hasFrames = !frames.isEmpty();
    plans.putAll(frames);
    catalogued.forEach(
        (name, entry) -> {
          if (frames.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
            if (entry.text() == null) {
              plans.put(name, entry.plan());
            } else {
              views.put(name, entry.text());
            }
          }
        });
  }

  /**
   * Returns what names mean in the text of a view, where the frames of the query around do not
   * count and the view itself must not be read.
   */
  public SessionNames ofView(String view) {
    return ofView(view, data.sources());
  }

  private SessionNames ofView(String view, Function<Source, LogicalPlan.Scan> owned) {
    List<String> deeper = new ArrayList<>(open);
    deeper.add(view);
    SessionNames names = beside(data.withSources(owned), deeper);
    for (String each : deeper) {
      names.plans.keySet().removeIf(each::equalsIgnoreCase); // one that this view replaces
      names.views.keySet().removeIf(each::equalsIgnoreCase);
      names.views.put(each, RECURSIVE);
    }
    return names;
  }

  /** Returns the names of the same catalogue, without frames. */
  private SessionNames beside(BindingData read, List<String> views) {
    return new SessionNames(
        catalogued, details, functions, aggregates, macros, types, read, Map.of(), views);
  }

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(plans.keySet());
    views.keySet().stream().filter(name -> !plans.containsKey(name)).forEach(names::add);
    return names;
  }

  @Override
  public LogicalPlan plan(String name) {
    LogicalPlan plan = plans.get(name);
    if (plan == null) {
      ViewText view = views.get(name);
      if (view == null) {
        throw new IllegalStateException("Not among the names: " + name);
      }
      plan = bound(name, view);
      plans.put(name, plan);
    }
    return plan;
  }

  @Override
  public List<String> names(SqlSchema schema) {
    return switch (schema) {
      case MAIN -> catalogueAlone().names();
      case INFORMATION_SCHEMA -> InformationTable.names();
    };
  }

  @Override
  public LogicalPlan plan(SqlSchema schema, String name) {
    return switch (schema) {
      case MAIN -> {
        SessionNames names = catalogueAlone();
        int known = names.files.size();
        LogicalPlan plan = names.plan(name);
        if (names != this) {
          files.addAll(names.files.subList(known, names.files.size()));
          isLive |= names.isLive;
        }
        yield plan;
      }
      case INFORMATION_SCHEMA -> information(InformationTable.of(name));
    };
  }

  private LogicalPlan information(InformationTable table) {
    if (givesSchemasOnly) {
      return table.plan(List.of());
    }
    isLive = true;
    SessionNames columns = ofSchemas();
    return new InformationSchema(
            catalogued, details.definitions(), name -> columns.schema(name).fields())
        .plan(table);
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
    SessionNames columns = ofSchemas();
    List<TableInfo> all = new ArrayList<>();
    catalogued.forEach(
        (name, entry) -> all.add(new TableInfo(name, entry.kind(), columns.schema(name))));
    return all;
  }

  /** Returns the columns as they are; of a view that cannot be bound now, as they were. */
  private Schema schema(String name) {
    SessionCatalogue.Entry entry = requireNonNull(catalogued.get(name), "no such name");
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

  /** Returns the names without the frames that were given with the text. */
  private SessionNames catalogueAlone() {
    if (!hasFrames) {
      return this;
    }
    if (catalogueAlone == null) {
      catalogueAlone = beside(data, open);
    }
    return catalogueAlone;
  }

  private boolean isCached(String name) {
    SessionCatalogue.Entry entry = catalogued.get(name);
    return entry != null && entry.cached() != null;
  }

  private LogicalPlan bound(String name, ViewText view) {
    if (view.equals(RECURSIVE)) {
      throw new AnalysisException(
          "it reads itself" + (open.size() == 1 ? "" : ", by way of " + String.join(", ", open)));
    }
    SessionCatalogue.Entry entry = requireNonNull(catalogued.get(name), "no such view");
    SessionNames names = ofView(name, requireNonNull(entry.sources(), "no view of a text"));
    names.givesSchemasOnly = givesSchemasOnly;
    try {
      return view.bind(name, names);
    } finally {
      if (!isCached(name)) { // else files that change no longer matter
        files.addAll(names.files);
        isLive |= names.isLive;
      }
    }
  }

  @Override
  public String value(SessionValue value) {
    return switch (value) {
      case VERSION -> HeddleVersion.text();
      case SCHEMA -> SqlSchema.MAIN.sqlName();
      case CATALOGUE -> SqlSchema.CATALOGUE;
      case USER -> SessionUser.name();
    };
  }

  @Override
  public List<UserAggregate> aggregates() {
    return aggregates;
  }

  @Override
  public List<UserFunction> functions() {
    return functions;
  }

  @Override
  public @Nullable Macro macro(String name) {
    return macros.value(name);
  }

  @Override
  public @Nullable Macro tableMacro(String name) {
    return macros.table(name);
  }

  @Override
  public NamedTypes types() {
    return types;
  }

  @Override
  public @Nullable Expr variable(String name) {
    isLive = true;
    SessionVariables.Variable variable = data.variables().find(name);
    return variable == null ? null : variable.value();
  }

  @Override
  public SqlRules rules() {
    return data.rules().get();
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
    SessionNames columns = ofSchemas();
    return new SystemRows(catalogued, details, types, data.variables(), columns::schema)
        .plan(table);
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
