package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.CatalogueState;
import dev.heddle.engine.catalogue.CurrentSchema;
import dev.heddle.engine.catalogue.DefaultTexts;
import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.PreparedTexts;
import dev.heddle.engine.catalogue.Sequences;
import dev.heddle.engine.catalogue.SessionCatalogue.Access;
import dev.heddle.engine.catalogue.SessionVariables;
import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.catalogue.TableFacts;
import dev.heddle.frame.Row;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ParameterLiterals;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.Statement.Assignment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out statements about the session of a script itself. Used by one thread. */
final class SessionStatements {
  static final Schema FUNCTIONS = Schema.of(new Field("name", DataType.STRING, false));

  private static final String READ_ONLY = "transaction_read_only"; // of the parser

  private final SessionEngine engine;
  private final String script;
  private final StatementNames names;

  SessionStatements(SessionEngine engine, String script) {
    this.engine = engine;
    this.script = script;
    this.names = engine.names(script);
  }

  /** Fails for what is refused in any state of the session. */
  void check(Statement.Transaction s) {
    if (s.kind() == Statement.TransactionKind.SAVEPOINT) {
      throw noSavepoints();
    }
  }

  String set(Statement.SetOptions s) {
    set(s.assignments());
    List<String> names = s.assignments().stream().map(Assignment::name).toList();
    return names.isEmpty() ? "" : "set " + String.join(", ", names);
  }

  private void set(List<Assignment> assignments) {
    for (Assignment assignment : assignments) {
      engine.settings().set(assignment.name(), assignment.values());
    }
  }

  String reset(Statement.ResetOption s) {
    if (s.name() == null) {
      engine.settings().resetAll();
      return "reset all settings";
    }
    engine.settings().reset(s.name());
    return "reset " + s.name();
  }

  /** Returns a type as far as it is known before statements run: of a query, that of labels. */
  DataType declared(Statement.CreateType s, NamedTypes types) {
    return s.type() == null ? DataType.STRING : Binder.type(script, s.type(), types);
  }

  /**
   * Gives a type a name; returns what was done.
   *
   * @param analyze returns the plan of a query
   */
  Done create(Statement.CreateType s, Function<Query, LogicalPlan> analyze) {
    SchemaName schema = names.home(s.name());
    String name = s.name().text();
    if (s.ifNotExists() && engine.catalogue().state().types(schema).find(name).isPresent()) {
      return new Done(false, "type " + name + " is there already");
    }
    DataType type =
        s.labels() == null
            ? declared(s, engine.types())
            : labelled(name, analyze.apply(s.labels()));
    engine
        .catalogue()
        .changeTypes(
            schema, now -> s.replaces() ? now.replacing(name, type) : now.with(name, type));
    return new Done(true, "created type " + name);
  }

  /** Returns the type whose labels are the different texts of a query, in the order of its rows. */
  private DataType labelled(String name, LogicalPlan query) {
    if (query.schema().size() != 1) {
      throw new AnalysisException(
          "Cannot create type \""
              + name
              + "\": the query of its labels has "
              + query.schema().size()
              + " columns; select one");
    }
    Field field = query.schema().field(0);
    Expr text =
        new Expr.Cast(new Expr.BoundColumn(0, field.name()), DataType.STRING, CastMode.STRICT);
    LogicalPlan texts =
        new LogicalPlan.Project(
            query,
            List.of(new NamedExpr("label", text)),
            Schema.of(new Field("label", DataType.STRING, field.nullable())));
    Set<String> labels = new LinkedHashSet<>();
    try (OffHeapResult result = engine.collect(texts, StatementStart.now())) {
      Iterator<Row> rows = result.iterator();
      while (rows.hasNext() && labels.size() <= DataType.Enumeration.MAX_LABELS) {
        Row row = rows.next();
        if (!row.isNull(0)) {
          labels.add(row.text(0));
        }
      }
    }
    return new DataType.Enumeration(List.copyOf(labels));
  }

  /** Takes the name of a type away; returns what was done. */
  Done drop(Statement.DropType s) {
    String name = s.name().text();
    CatalogueState state = engine.catalogue().state();
    for (SchemaName schema : names.schemas(s.name())) {
      if (state.types(schema).find(name).isPresent()) {
        engine.catalogue().changeTypes(schema, now -> now.without(name));
        return new Done(true, "dropped type " + name);
      }
    }
    if (!s.ifExists()) {
      throw state.types(names.schemas(s.name())).missing(name);
    }
    return new Done(false, "no type " + name);
  }

  /** Returns the names of functions and macros, in their order. */
  List<@Nullable Object[]> functions() {
    Set<String> names = new TreeSet<>(FunctionCatalogue.names());
    CatalogueState state = engine.catalogue().state();
    engine.current().path().forEach(schema -> names.addAll(state.macros(schema).names()));
    engine.catalogue().functions().all().forEach(function -> names.add(function.name()));
    engine.catalogue().functions().aggregates().forEach(aggregate -> names.add(aggregate.name()));
    return names.stream().map(name -> new @Nullable Object[] {name}).toList();
  }

  /** Returns the table that SHOW means; null if it means a setting. */
  private @Nullable LogicalPlan shownTable(Statement.ShowOption s) {
    boolean isTable =
        !engine.settings().has(s.name())
            && engine.catalogue().find(engine.current().path(), s.name()).isPresent();
    return isTable ? engine.table(s.name()) : null;
  }

  /** Returns the columns of what SHOW gives. */
  Schema shownSchema(Statement.ShowOption s) {
    if (shownTable(s) != null) {
      return DescribedColumns.SCHEMA;
    }
    String name = engine.settings().show(s.name()).name();
    return Schema.of(new Field(name, DataType.STRING, false));
  }

  /** Returns the rows of what SHOW gives. */
  List<@Nullable Object[]> shown(Statement.ShowOption s) {
    LogicalPlan table = shownTable(s);
    if (table != null) {
      return DescribedColumns.of(table, new TableFacts(engine.catalogue().state()));
    }
    String value =
        CurrentSchema.isSetting(s.name())
            ? CurrentSchema.setting(engine.current().name())
            : engine.settings().show(s.name()).value();
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {value});
    return rows;
  }

  String transaction(Statement.Transaction s) {
    SessionTransaction transaction = engine.transaction();
    return switch (s.kind()) {
      case BEGIN -> {
        boolean isReadOnly = s.modes().stream().anyMatch(SessionStatements::isReadOnly);
        set(s.modes().stream().filter(mode -> !isReadOnly(mode)).toList());
        transaction.begin(isReadOnly ? Access.READ : Access.WRITE);
        engine.settings().beginTransaction();
        yield "began a transaction";
      }
      case COMMIT -> {
        try {
          transaction.commit();
        } finally {
          engine.settings().endTransaction();
        }
        yield "committed";
      }
      case ROLLBACK -> {
        transaction.rollBack();
        engine.settings().endTransaction();
        CurrentSchema current = engine.current();
        if (!engine.catalogue().state().has(current.name())) { // it was made in the transaction
          current.set(SchemaName.mainOf(current.name().database()));
        }
        yield "rolled back";
      }
      case SAVEPOINT -> throw noSavepoints();
    };
  }

  private static boolean isReadOnly(Assignment mode) {
    return mode.name().equals(READ_ONLY) && mode.values().equals(List.of("on"));
  }

  private static HeddleException noSavepoints() {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot use savepoints: a transaction is rolled back as a whole; leave them out");
  }

  /**
   * What a statement has done.
   *
   * @param isChange whether something is other than before
   */
  record Done(boolean isChange, String message) {}

  Done createSequence(Statement.CreateSequence s) {
    String name = s.name().text();
    boolean isMade = engine.catalogue().create(names.home(s.name()), s);
    return new Done(
        isMade, isMade ? "created sequence " + name : "sequence " + name + " is there already");
  }

  Done dropSequence(Statement.DropSequence s) {
    String name = s.name().text();
    List<SchemaName> schemas = names.schemas(s.name());
    CatalogueState state = engine.catalogue().state();
    ObjectName found = state.findSequence(schemas, name);
    if (found == null && !s.ifExists()) {
      throw Sequences.missing(state, schemas, name);
    }
    if (found != null) {
      ObjectName table = DefaultTexts.reader(state, found);
      if (table != null) {
        throw new HeddleException(
            ErrorCode.CONFLICT,
            "Cannot drop sequence \""
                + found.name()
                + "\": a default of \""
                + table.name()
                + "\" reads it; drop that first");
      }
      engine.catalogue().dropSequence(found);
    }
    return new Done(found != null, (found != null ? "dropped sequence " : "no sequence ") + name);
  }

  String deallocate(Statement.Deallocate s) {
    PreparedTexts prepared = engine.data().prepared();
    if (s.name() == null) {
      return "ended " + prepared.clear() + " prepared statements";
    }
    String name = s.name().text();
    if (!prepared.remove(name)) {
      throw prepared.missing(name);
    }
    return "ended prepared statement " + name;
  }

  /**
   * Gives a variable the value of an expression.
   *
   * @param analyze returns the plan of a query
   */
  void setVariable(Statement.SetVariable s, Function<Query, LogicalPlan> analyze) {
    Query.SelectItem item = new Query.SelectItem(s.value(), null, s.value().span());
    Query.Select select =
        new Query.Select(null, List.of(item), null, null, null, null, List.of(), null, s.span());
    String name = s.name().text();
    LogicalPlan plan = analyze.apply(Query.of(select));
    DataType type = plan.schema().field(0).type();
    Expr value;
    try (OffHeapResult result = engine.collect(plan, StatementStart.now())) {
      value = ParameterLiterals.of(name, result.iterator().next().value(0), type);
    }
    LogicalPlan.Values one =
        new LogicalPlan.Values(
            Schema.of(Field.of("one", DataType.BOOL)),
            List.of(List.of(new Expr.Literal(true, DataType.BOOL))));
    LogicalPlan constant =
        new LogicalPlan.Project(
            one, List.of(new NamedExpr("value", value)), Schema.of(Field.of("value", type)));
    Object text =
        engine
            .rows("SELECT CAST(value AS VARCHAR) FROM v", Map.of("v", constant))
            .getFirst()
            .getFirst();
    engine.data().variables().set(new SessionVariables.Variable(name, value, type, (String) text));
  }
}
