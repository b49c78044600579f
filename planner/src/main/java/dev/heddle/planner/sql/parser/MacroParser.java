package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Macro;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses CREATE MACRO and DROP MACRO, whose other word is FUNCTION. */
final class MacroParser {
  private final TokenStream tokens;
  private final QueryParser queries;

  MacroParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
  }

  /** Takes MACRO or FUNCTION if one comes next. */
  boolean accept() {
    return tokens.accept("MACRO") || tokens.accept("FUNCTION");
  }

  Statement.CreateMacro create(int start) {
    TableName name = tokens.tableName("the name of a macro");
    List<Macro.Form> forms = new ArrayList<>();
    boolean isTable = false;
    do {
      List<Macro.Parameter> parameters = parameters();
      tokens.expect("AS");
      isTable = tokens.accept("TABLE");
      Record body = isTable ? named(queries.parse()) : (Record) queries.expressions().parse();
      forms.add(new Macro.Form(parameters, body));
    } while (tokens.acceptSymbol(","));
    Macro macro = new Macro(name.name(), isTable, forms);
    return new Statement.CreateMacro(name, macro, false, tokens.since(start));
  }

  private List<Macro.Parameter> parameters() {
    tokens.expectSymbol("(");
    List<Macro.Parameter> parameters = new ArrayList<>();
    while (!tokens.isNextSymbol(")")) {
      Token token = tokens.peek();
      Name name = tokens.name("a parameter");
      if (parameters.stream().anyMatch(p -> p.name().text().equalsIgnoreCase(name.text()))) {
        throw tokens.error("parameter \"" + name.text() + "\" occurs twice", token);
      }
      boolean hasDefault = tokens.acceptSymbol(":=") || tokens.acceptSymbol("=>");
      parameters.add(new Macro.Parameter(name, hasDefault ? queries.expressions().parse() : null));
      if (!tokens.acceptSymbol(",")) {
        break;
      }
    }
    tokens.expectSymbol(")");
    return parameters;
  }

  /** Gives the columns of a query the names that they have in its own text. */
  private Query named(Query query) {
    return SyntaxTree.replaced(
        query, node -> node instanceof Query.SelectItem item ? named(item) : null);
  }

  private Query.@Nullable SelectItem named(Query.SelectItem item) {
    boolean isNamed =
        item.alias() != null
            || item.value() instanceof Expression.Star
            || item.value() instanceof Expression.SelectedColumns
            || (item.value() instanceof Expression.Call call
                && call.name().getLast().text().equalsIgnoreCase("unnest"));
    if (isNamed) {
      return null;
    }
    Span span = item.span();
    String text =
        item.value() instanceof Expression.ColumnReference column
            ? column.parts().getLast().text()
            : tokens.text(span).strip().replaceAll("\\s+", " ");
    return new Query.SelectItem(item.value(), new Name(text, true, span), span);
  }

  Statement drop(int start) {
    boolean isTable = tokens.accept("TABLE");
    boolean ifExists = tokens.accept("IF", "EXISTS");
    TableName name = tokens.tableName("the name of a macro");
    return new Statement.DropMacro(name, isTable, ifExists, tokens.since(start));
  }
}
