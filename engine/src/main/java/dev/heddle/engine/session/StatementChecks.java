package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.io.storage.Storage;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;

/**
 * Finds what is wrong with the statements of a script before the first one runs. Used by one
 * thread.
 */
final class StatementChecks {
  private final SessionEngine engine;
  private final String script;
  private final SessionStatements session;
  private final StatementNames names;
  private final boolean makesSchemas; // so that names of the script cannot be checked yet
  private NamedTypes types; // as they will be before the statement that is checked

  /** When it is known which schemas there are. */
  enum Named {
    /** Before the script runs. */
    BEFORE,
    /** When a statement runs, since those before it make or use schemas. */
    WHEN_IT_RUNS
  }

  StatementChecks(SessionEngine engine, String script, Named named) {
    this.engine = engine;
    this.script = script;
    this.session = new SessionStatements(engine, script);
    this.names = engine.names(script);
    this.makesSchemas = named == Named.WHEN_IT_RUNS;
    this.types = engine.types();
  }

  private NamedTypes types(TableName made) {
    return types.before(engine.types(names.made(made).schema()));
  }

  /**
   * Fails for types, options and schemas that are wrong, before the first statement of the script
   * runs.
   */
  void check(Statement statement) {
    switch (statement) {
      case Statement.CreateTable s -> {
        requireChange("create a table", s.name());
        if (!makesSchemas) {
          Schema unused = Binder.columns(script, s, types(s.name()));
        }
      }
      case Statement.CreateTableAs s -> requireChange("create a table", s.name());
      case Statement.CreateView s -> requireChange("create a view", s.name());
      case Statement.Insert s -> requireChange("insert", s.name());
      case Statement.InsertFiles s -> {
        Storage unused = engine.rights().storageToWrite(s.folder().value());
      }
      case Statement.Update s -> requireChange("update", s.name());
      case Statement.Delete s -> requireChange("delete", s.name());
      case Statement.Merge s -> requireChange("merge", s.name());
      case Statement.Drop s -> requireChange("drop a " + (s.isView() ? "view" : "table"), s.name());
      case Statement.Alter s -> requireChange("alter", s.name());
      case Statement.CreateIndex s -> requireChange("create an index", s.table());
      case Statement.DropIndex _ -> engine.rights().checkChange("drop an index");
      case Statement.Comment s -> requireChange("comment", s.name());
      case Statement.Hold s -> requireMain("keep the rows of a table", s.name());
      case Statement.Copy s -> {
        WriteTarget target = Binder.target(script, s);
        Storage unused = engine.rights().storageToWrite(target.path());
      }
      case Statement.ShowCreate s -> requireMain("show what creates a table", s.name());
      case Statement.Analyze s -> {
        if (s.name() != null) {
          requireMain("analyze a table", s.name());
        }
      }
      case Statement.Use s -> {
        if (!makesSchemas) {
          DatabaseStatements.check(s, names);
        }
      }
      case Statement.CreateSchema _ -> engine.rights().checkChange("create a schema");
      case Statement.DropSchema _ -> engine.rights().checkChange("drop a schema");
      case Statement.Attach _, Statement.Detach _ -> {
        // Folders are looked at when it runs.
      }
      case Statement.Transaction s -> session.check(s);
      case Statement.CreateMacro s -> requireChange("create a macro", s.name());
      case Statement.DropMacro s -> requireChange("drop a macro", s.name());
      case Statement.CreateSequence s -> requireChange("create a sequence", s.name());
      case Statement.DropSequence s -> requireChange("drop a sequence", s.name());
      case Statement.CreateType s -> {
        requireChange("create a type", s.name());
        if (!makesSchemas) {
          types = types.replacing(s.name().text(), session.declared(s, types));
        }
      }
      case Statement.DropType s -> {
        requireChange("drop a type", s.name());
        types = types.without(s.name().text());
      }
      case Statement.Select _,
          Statement.SetOptions _,
          Statement.ResetOption _,
          Statement.ShowOption _,
          Statement.Explain _,
          Statement.ShowTables _,
          Statement.ShowFunctions _,
          Statement.SetVariable _,
          Statement.ResetVariable _,
          Statement.Prepare _,
          Statement.Execute _,
          Statement.Deallocate _,
          Statement.Checkpoint _,
          Statement.Describe _ -> {
        // Nothing is known before it is bound.
      }
    }
  }

  private void requireChange(String action, TableName name) {
    requireMain(action, name);
    engine.rights().checkChange(action);
  }

  private void requireMain(String action, TableName name) {
    if (!makesSchemas) { // else what it names may be there only then
      names.requireChangeable(action, name);
    }
  }
}
