package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.CatalogueObject;
import dev.heddle.engine.catalogue.CatalogueState;
import dev.heddle.engine.catalogue.CurrentSchema;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.database.DatabaseFolder;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Carries out the statements of a script about databases, schemas and macros. Used by one thread.
 */
final class DatabaseStatements {
  /** What a database that lasts no longer than its sessions is attached by, as is "". */
  private static final String MEMORY = ":memory:";

  private final SessionEngine engine;
  private final ScriptRun run;
  private final StatementNames names;

  DatabaseStatements(SessionEngine engine, ScriptRun run, StatementNames names) {
    this.engine = engine;
    this.run = run;
    this.names = names;
  }

  /** Whether a statement decides what names with a schema mean in those behind it. */
  static boolean isStatement(Statement statement) {
    return statement instanceof Statement.CreateSchema
        || statement instanceof Statement.DropSchema
        || statement instanceof Statement.Attach
        || statement instanceof Statement.Detach
        || statement instanceof Statement.Use;
  }

  // USE

  /** Fails if names without a schema cannot mean tables of a schema. */
  static void check(Statement.Use s, StatementNames names) {
    SchemaName unused = used(s, names);
  }

  private static SchemaName used(Statement.Use s, StatementNames names) {
    SchemaName schema = names.schema(s.schema());
    if (schema.isInformation()) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot use schema "
              + schema.name()
              + ": it is read-only; write the schema before the table");
    }
    return schema;
  }

  /** Carries out USE and returns what has been done. */
  String use(Statement.Use s) {
    SchemaName schema = used(s, names);
    engine.current().set(schema);
    return "uses schema " + CurrentSchema.setting(schema);
  }

  // Schemas

  void createSchema(Statement.CreateSchema s) {
    SchemaName schema = names.schemaOf(s.name());
    List<String> there = schemas(schema.database());
    if (there.stream().anyMatch(schema.name()::equalsIgnoreCase)) {
      if (s.ifNotExists()) {
        run.say(s, "schema " + schema.name() + " exists");
        return;
      }
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create schema \""
              + schema.name()
              + "\": database "
              + schema.database()
              + " has one of that name; choose another name or write IF NOT EXISTS");
    }
    engine.catalogue().addSchema(schema);
    run.sayChange(s, 0, "created schema " + schema.name());
  }

  /** Returns the names of a database's schemas, the read-only one last. */
  private List<String> schemas(String database) {
    List<String> all = new ArrayList<>();
    for (SchemaName schema : engine.catalogue().state().schemas()) {
      if (schema.database().equals(database)) {
        all.add(schema.name());
      }
    }
    all.add(SchemaName.INFORMATION);
    return all;
  }

  void dropSchema(Statement.DropSchema s) {
    SchemaName named = names.schemaOf(s.name());
    List<String> there = schemas(named.database());
    List<String> found = there.stream().filter(named.name()::equalsIgnoreCase).toList();
    if (found.isEmpty()) {
      if (s.ifExists()) {
        run.say(s, "no schema " + named.name());
        return;
      }
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot drop schema: " + NearestNames.missing("schema", named.name(), there));
    }
    SchemaName schema = new SchemaName(named.database(), found.getFirst());
    if (schema.isInformation() || schema.name().equals(SchemaName.MAIN)) {
      throw new AnalysisException(
          "Cannot drop schema " + schema.name() + ": every database has it; drop its tables");
    }
    requireEmpty(s, schema);
    engine.changes().drop(schema);
    if (engine.current().name().equals(schema)) {
      engine.current().set(SchemaName.mainOf(schema.database()));
    }
    run.sayChange(s, 0, "dropped schema " + schema.name());
  }

  private void requireEmpty(Statement.DropSchema s, SchemaName schema) {
    CatalogueState state = engine.catalogue().state();
    Map<String, CatalogueObject> objects = state.objects(schema);
    List<String> in = new ArrayList<>(objects.keySet());
    in.addAll(state.macros(schema).names());
    state.types(schema).all().forEach(type -> in.add(type.name()));
    state.sequences(schema).values().forEach(sequence -> in.add(sequence.name()));
    if (!s.isCascading() && !in.isEmpty()) {
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot drop schema \""
              + schema.name()
              + "\": \""
              + in.getFirst()
              + "\" is in it"
              + (in.size() == 1 ? "" : ", and " + (in.size() - 1) + " more")
              + "; write CASCADE to drop what is in it, too");
    }
  }

  // Macros

  void createMacro(Statement.CreateMacro s) {
    SchemaName schema = names.home(s.name());
    SessionCatalogue catalogue = engine.catalogue();
    if (s.replaces()) {
      catalogue.putMacro(schema, s.macro(), run.text(s));
    } else {
      catalogue.addMacro(schema, s.macro(), run.text(s));
    }
    run.sayChange(s, 0, "created macro " + s.macro().name().text());
  }

  void dropMacro(Statement.DropMacro s) {
    String name = s.name().text();
    SessionCatalogue catalogue = engine.catalogue();
    for (SchemaName schema : names.schemas(s.name())) {
      boolean isFound =
          s.isTable() ? catalogue.dropTableMacro(schema, name) : catalogue.dropMacro(schema, name);
      if (isFound) {
        run.sayChange(s, 0, "dropped macro " + name);
        return;
      }
    }
    if (!s.ifExists()) {
      List<String> all = new ArrayList<>();
      CatalogueState state = catalogue.state();
      names.schemas(s.name()).forEach(schema -> all.addAll(state.macros(schema).names()));
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot find macro: " + NearestNames.missing("macro", name, all));
    }
    run.say(s, "no macro " + name);
  }

  // Databases

  private void requireNoTransaction(String verb) {
    if (engine.transaction().isOpen()) {
      throw new HeddleException(
          ErrorCode.TRANSACTION,
          "Cannot " + verb + " a database in a transaction; write COMMIT or ROLLBACK first");
    }
  }

  void attach(Statement.Attach s) {
    requireNoTransaction("attach");
    DatabaseFolder.Use use = s.isReadOnly() ? DatabaseFolder.Use.READ : DatabaseFolder.Use.WRITE;
    if (!s.isReadOnly()) {
      engine.rights().checkChange("attach a database for writing");
    }
    String written = s.folder().value();
    boolean isMemory = written.equals(MEMORY) || written.isEmpty();
    if (isMemory && s.isReadOnly()) {
      throw new AnalysisException(
          "Cannot attach a database in memory as READ_ONLY: nothing would ever be in it");
    }
    Path path = isMemory ? null : engine.rights().databaseFolder(written, use);
    Name given = s.name();
    String name = given != null ? given.text() : path == null ? "memory" : nameOf(path, written);
    List<String> there = databases();
    if (there.stream().anyMatch(name::equalsIgnoreCase)) {
      if (s.ifNotExists()) {
        run.say(s, "database " + name + " is attached");
        return;
      }
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot attach database "
              + written
              + ": the session has a database \""
              + name
              + "\"; write ATTACH '"
              + written
              + "' AS another_name");
    }
    engine
        .changes()
        .alone(
            () -> {
              if (path == null) {
                engine.databases().attachMemory(name);
              } else {
                engine.databases().attach(name, path, written, use);
              }
            });
    run.say(s, "attached database " + name + (s.isReadOnly() ? ", only to read" : ""));
  }

  private static String nameOf(Path path, String written) {
    Path last = path.toAbsolutePath().normalize().getFileName();
    if (last == null) {
      throw new AnalysisException(
          "Cannot attach database " + written + ": the folder has no name; write AS name");
    }
    return last.toString();
  }

  private List<String> databases() {
    return engine.catalogue().state().schemas().stream()
        .map(SchemaName::database)
        .distinct()
        .toList();
  }

  void detach(Statement.Detach s) {
    requireNoTransaction("detach");
    List<String> found = databases().stream().filter(s.name()::mayMean).toList();
    if (found.isEmpty()) {
      if (s.ifExists()) {
        run.say(s, "no database " + s.name().text());
        return;
      }
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot detach database: "
              + NearestNames.missing("database", s.name().text(), databases()));
    }
    String name = found.getFirst();
    if (SchemaName.isOfSession(name)) {
      throw new AnalysisException(
          "Cannot detach database " + name + ": it is in the memory of the session");
    }
    if (engine.current().name().database().equals(name)) {
      throw new AnalysisException(
          "Cannot detach database "
              + name
              + ": names without a schema mean its tables; write USE "
              + SchemaName.SESSION
              + " first");
    }
    engine.changes().alone(() -> engine.databases().detach(name));
    run.say(s, "detached database " + name);
  }
}
