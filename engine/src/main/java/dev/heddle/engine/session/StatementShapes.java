package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.PreparedTexts;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementInfo.Kind;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.Script;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds out what statements take and give. Used by one thread. */
final class StatementShapes {
  private final SessionEngine engine;
  private final String text;

  StatementShapes(SessionEngine engine, String text) {
    this.engine = engine;
    this.text = text;
  }

  /** Returns the statements of a script. */
  List<StatementInfo> kinds() {
    PreparedTexts prepared = engine.data().prepared().copy();
    List<StatementInfo> kinds = new ArrayList<>();
    for (Statement each : engine.parse(text).statements()) {
      if (each instanceof Statement.Prepare prepare) {
        prepared.put(text, prepare);
      }
      Statement run =
          each instanceof Statement.Execute execute
              ? only(engine.parse(prepared.text(text, execute, engine.data().variables())))
              : each;
      kinds.add(
          new StatementInfo(text.substring(each.span().start(), each.span().end()), kind(run)));
    }
    return kinds;
  }

  private static Kind kind(Statement statement) {
    return switch (statement) {
      case Statement.Select _,
          Statement.Explain _,
          Statement.ShowTables _,
          Statement.ShowFunctions _,
          Statement.ShowOption _,
          Statement.ShowCreate _,
          Statement.Describe _ ->
          Kind.QUERY;
      case Statement.Insert s -> s.returning().isEmpty() ? Kind.UPDATE : Kind.QUERY;
      case Statement.Update s -> s.returning().isEmpty() ? Kind.UPDATE : Kind.QUERY;
      case Statement.Delete s -> s.returning().isEmpty() ? Kind.UPDATE : Kind.QUERY;
      case Statement.Merge s -> s.returning().isEmpty() ? Kind.UPDATE : Kind.QUERY;
      case Statement.Copy _, Statement.CreateTableAs _, Statement.InsertFiles _ -> Kind.UPDATE;
      case Statement.Execute _, Statement.Command _ -> Kind.OTHER;
    };
  }

  /**
   * Returns the statement of a script.
   *
   * @throws AnalysisException if there is not one
   */
  static Statement only(Script script) {
    if (script.statements().size() != 1) {
      throw new AnalysisException(
          "Cannot prepare the text: it has "
              + script.statements().size()
              + " statements; give one at a time");
    }
    return script.statements().getFirst();
  }

  /** Returns what the text, which is one statement, takes and gives. */
  StatementShape find() {
    Statement statement = only(engine.parse(text));
    return switch (statement) {
      case Statement.Select s -> {
        PreparedSql prepared = prepare(s.query(), List.of());
        yield rows(prepared.parameters(), prepared.plan().schema());
      }
      case Statement.Explain s -> rows(prepare(s.query(), List.of()).parameters(), ScriptRun.PLAN);
      case Statement.Describe s ->
          rows(prepare(s.query(), List.of()).parameters(), DescribedColumns.SCHEMA);
      case Statement.ShowFunctions _ -> rows(Map.of(), SessionStatements.FUNCTIONS);
      case Statement.ShowTables _ -> rows(Map.of(), ScriptRun.TABLES);
      case Statement.ShowCreate _ -> rows(Map.of(), TableStatements.CREATION);
      case Statement.ShowOption s ->
          rows(Map.of(), new SessionStatements(engine, text).shownSchema(s));
      case Statement.Insert s -> tables().shape(s);
      case Statement.Update s -> tables().changes().shape(s);
      case Statement.Delete s -> tables().changes().shape(s);
      case Statement.Merge s -> tables().changes().shape(s);
      case Statement.InsertFiles s -> {
        Schema columns = engine.folderInsert(s.folder().value()).schema();
        List<DataType> types = InsertedRows.types(s.insert(), columns);
        yield changes(prepare(s.insert().query(), types).parameters());
      }
      case Statement.Copy s -> {
        PreparedSql prepared = prepare(s.query(), List.of());
        WriteTarget unused = Binder.target(text, s);
        yield changes(prepared.parameters());
      }
      case Statement.CreateTableAs s -> changes(prepare(s.query(), List.of()).parameters());
      case Statement.Execute s ->
          new StatementShapes(
                  engine, engine.data().prepared().text(text, s, engine.data().variables()))
              .find();
      case Statement.Command _ -> new StatementShape(Kind.OTHER, Map.of(), null);
    };
  }

  private TableStatements tables() {
    return new TableStatements(
        engine, text, new ScriptRun(engine, text, SqlParameters.none(), null, _ -> {}));
  }

  private PreparedSql prepare(Query query, List<DataType> types) {
    return engine.prepare(text, query, types);
  }

  static StatementShape rows(Map<String, DataType> parameters, Schema columns) {
    return new StatementShape(Kind.QUERY, parameters, columns);
  }

  static StatementShape changes(Map<String, DataType> parameters) {
    return new StatementShape(Kind.UPDATE, parameters, null);
  }
}
