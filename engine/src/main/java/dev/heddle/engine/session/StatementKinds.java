package dev.heddle.engine.session;

import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.planner.sql.parser.Script;
import dev.heddle.planner.sql.tree.Statement;
import java.util.List;

/** Tells what statements give, before they run. Stateless. */
final class StatementKinds {
  private StatementKinds() {}

  /** Returns the statements of a script. */
  static List<StatementInfo> of(String text, Script script) {
    return script.statements().stream()
        .map(s -> new StatementInfo(text.substring(s.span().start(), s.span().end()), kind(s)))
        .toList();
  }

  private static StatementInfo.Kind kind(Statement statement) {
    return switch (statement) {
      case Statement.Select _,
          Statement.Explain _,
          Statement.ShowTables _,
          Statement.ShowOption _,
          Statement.Describe _ ->
          StatementInfo.Kind.QUERY;
      case Statement.Insert _, Statement.Copy _, Statement.CreateTableAs _ ->
          StatementInfo.Kind.UPDATE;
      case Statement.CreateView _,
          Statement.CreateTable _,
          Statement.Drop _,
          Statement.Hold _,
          Statement.Use _,
          Statement.SetOptions _,
          Statement.ResetOption _,
          Statement.Transaction _ ->
          StatementInfo.Kind.OTHER;
    };
  }
}
