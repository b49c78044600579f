package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.ExecuteArgument;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Parses statements about statements that are kept by name. */
final class PreparedParser {
  private final TokenStream tokens;

  PreparedParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** Whether a token begins such a statement. */
  static boolean isStatement(Token token) {
    return switch (token.keyword()) {
      case "PREPARE", "EXECUTE", "DEALLOCATE" -> true;
      default -> false;
    };
  }

  /**
   * Parses a statement that {@link #isStatement} has found.
   *
   * @param bodies parses the statement that is prepared
   */
  Statement parse(int start, ExpressionParser expressions, Supplier<Statement> bodies) {
    return switch (tokens.take().keyword()) {
      case "PREPARE" -> prepare(start, bodies);
      case "EXECUTE" -> execute(start, expressions);
      default -> {
        tokens.accept("PREPARE");
        yield new Statement.Deallocate(tokens.accept("ALL") ? null : name(), tokens.since(start));
      }
    };
  }

  private Name name() {
    return tokens.anyName("the name of a prepared statement");
  }

  private Statement prepare(int start, Supplier<Statement> bodies) {
    Name name = name();
    if (tokens.isNextSymbol("(")) {
      throw tokens.error(
          "the types of parameters follow from where they are used; leave them out", tokens.peek());
    }
    tokens.expect("AS");
    Token first = tokens.peek();
    if (isStatement(first)) {
      throw tokens.error(first.keyword() + " cannot be prepared", first);
    }
    List<Expression.Parameter> parameters = new ArrayList<>();
    Span body = tokens.withoutParameters(() -> bodies.get().span(), parameters);
    return new Statement.Prepare(name, body, parameters, tokens.since(start));
  }

  private Statement execute(int start, ExpressionParser expressions) {
    Name name = name();
    List<ExecuteArgument> arguments = new ArrayList<>();
    if (tokens.acceptSymbol("(") && !tokens.acceptSymbol(")")) {
      do {
        arguments.add(argument(arguments, expressions));
      } while (tokens.acceptSymbol(","));
      tokens.expectSymbol(")");
    }
    return new Statement.Execute(name, arguments, tokens.since(start));
  }

  private ExecuteArgument argument(List<ExecuteArgument> before, ExpressionParser expressions) {
    Token first = tokens.peek();
    Token sign = tokens.peek(1);
    if (sign.isSymbol(":=") || sign.isSymbol("=>")) {
      String name = tokens.anyName("a parameter").text();
      tokens.take();
      Set<String> known =
          before.stream().map(ExecuteArgument::parameter).collect(Collectors.toSet());
      if (known.contains(name)) {
        throw tokens.error("parameter \"" + name + "\" has two values", first);
      }
      return new ExecuteArgument(name, expressions.parse());
    }
    return new ExecuteArgument(String.valueOf(before.size() + 1), expressions.parse());
  }
}
