package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.Statement.Assignment;
import dev.heddle.planner.sql.tree.Statement.TransactionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses statements about the session: its settings, variables, schema and transactions. */
final class SettingParser {
  private static final String ISOLATION = "transaction_isolation";
  private static final String READ_ONLY = "transaction_read_only";

  private final TokenStream tokens;

  SettingParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** Whether a token begins such a statement, other than SHOW. */
  static boolean isStatement(Token token) {
    return switch (token.keyword()) {
      case "USE", "SET", "RESET", "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT" -> true;
      case "SAVEPOINT", "RELEASE" -> true;
      default -> false;
    };
  }

  /** Parses a statement that {@link #isStatement} has found. */
  Statement parse(int start, ExpressionParser expressions) {
    Token first = tokens.take();
    if (isVariable(first)) {
      return variable(first, start, expressions);
    }
    return switch (first.keyword()) {
      case "USE" -> use(start);
      case "SET" -> set(start);
      case "RESET" -> new Statement.ResetOption(optionOrAll(), tokens.since(start));
      case "START" -> {
        tokens.expect("TRANSACTION");
        yield transaction(TransactionKind.BEGIN, start);
      }
      case "BEGIN" -> {
        acceptWork();
        yield transaction(TransactionKind.BEGIN, start);
      }
      case "COMMIT", "END" -> {
        acceptWork();
        yield transaction(TransactionKind.COMMIT, start);
      }
      case "ROLLBACK", "ABORT" -> {
        acceptWork();
        yield tokens.accept("TO") ? savepoint(start) : transaction(TransactionKind.ROLLBACK, start);
      }
      default -> savepoint(start);
    };
  }

  /** Whether a variable is set or reset, and no setting of that name. */
  private boolean isVariable(Token first) {
    Token name = tokens.peek(1);
    return (first.isWord("SET") || first.isWord("RESET"))
        && tokens.isNext("VARIABLE")
        && (name.kind() == Token.Kind.WORD || name.kind() == Token.Kind.QUOTED_NAME)
        && !(first.isWord("SET") && name.isWord("TO") && !tokens.peek(2).isSymbol("="));
  }

  private Statement variable(Token first, int start, ExpressionParser expressions) {
    tokens.take();
    Name name = tokens.anyName("a variable");
    if (first.isWord("RESET")) {
      return new Statement.ResetVariable(name, tokens.since(start));
    }
    if (!tokens.acceptSymbol("=") && !tokens.accept("TO")) {
      throw tokens.expected("\"=\" or TO");
    }
    return new Statement.SetVariable(name, expressions.parse(), tokens.since(start));
  }

  /** Parses what follows SHOW. */
  Statement show(int start) {
    return new Statement.ShowOption(namedOption(), tokens.since(start));
  }

  private void acceptWork() {
    if (!tokens.accept("TRANSACTION")) {
      tokens.accept("WORK");
    }
  }

  private Statement transaction(TransactionKind kind, int start) {
    List<Assignment> modes = kind == TransactionKind.BEGIN ? modes() : List.of();
    return new Statement.Transaction(kind, modes, tokens.since(start));
  }

  private Statement savepoint(int start) {
    tokens.accept("SAVEPOINT");
    tokens.name("the name of a savepoint");
    return new Statement.Transaction(TransactionKind.SAVEPOINT, List.of(), tokens.since(start));
  }

  /** Parses {@code ISOLATION LEVEL READ COMMITTED, READ WRITE} and the like, perhaps nothing. */
  private List<Assignment> modes() {
    List<Assignment> modes = new ArrayList<>();
    while (!tokens.isAtEnd() && !tokens.isNextSymbol(";")) {
      if (tokens.accept("ISOLATION", "LEVEL")) {
        String first = tokens.anyName("an isolation level").text().toLowerCase(Locale.ROOT);
        boolean isPair = first.equals("read") || first.equals("repeatable");
        String second =
            isPair
                ? " " + tokens.anyName("an isolation level").text().toLowerCase(Locale.ROOT)
                : "";
        modes.add(new Assignment(ISOLATION, List.of(first + second)));
      } else if (tokens.accept("READ", "ONLY")) {
        modes.add(new Assignment(READ_ONLY, List.of("on")));
      } else {
        tokens.expect("READ", "WRITE");
        modes.add(new Assignment(READ_ONLY, List.of("off")));
      }
      tokens.acceptSymbol(",");
    }
    return modes;
  }

  private Statement use(int start) {
    List<Name> names =
        tokens.peek().kind() == Token.Kind.TEXT
            ? List.of(tokens.textName())
            : tokens.tableName("a schema").parts();
    return new Statement.Use(names, tokens.since(start));
  }

  private Statement set(int start) {
    boolean isScope = !tokens.peek(1).isSymbol("=") && !tokens.peek(1).isWord("TO");
    if (isScope && tokens.accept("SESSION", "CHARACTERISTICS")) {
      tokens.expect("AS", "TRANSACTION");
      return new Statement.SetOptions(modes(), tokens.since(start));
    }
    if (isScope && (tokens.isNext("LOCAL") || tokens.isNext("GLOBAL"))) {
      throw tokens.error(
          "settings are those of a session; leave " + tokens.peek().keyword() + " out",
          tokens.peek());
    }
    if (isScope) {
      tokens.accept("SESSION");
    }
    if (tokens.accept("TRANSACTION")) {
      return new Statement.SetOptions(modes(), tokens.since(start));
    }
    boolean isPlain = tokens.peek(1).isSymbol("=") || tokens.peek(1).isWord("TO");
    if (!isPlain && (tokens.accept("SCHEMA") || tokens.accept("CATALOG"))) {
      return use(start);
    }
    if (isPlain && tokens.accept("SCHEMA")) {
      tokens.take();
      return use(start);
    }
    if (!isPlain && tokens.accept("NAMES")) {
      return one("client_encoding", start);
    }
    if (tokens.accept("TIME", "ZONE")) {
      return one("time_zone", start);
    }
    return assignment(start);
  }

  /** Parses {@code name = value}. */
  Statement assignment(int start) {
    String name = option();
    if (!tokens.acceptSymbol("=") && !tokens.accept("TO")) {
      throw tokens.expected("\"=\" or TO");
    }
    return one(name, start);
  }

  private Statement one(String name, int start) {
    Assignment assignment = new Assignment(name, values());
    return new Statement.SetOptions(List.of(assignment), tokens.since(start));
  }

  private String option() {
    StringBuilder name = new StringBuilder(tokens.anyName("a setting").text());
    while (tokens.acceptSymbol(".")) {
      name.append('.').append(tokens.anyName("a setting").text());
    }
    return name.toString();
  }

  /** Parses the setting of RESET; null for all. */
  private @Nullable String optionOrAll() {
    return tokens.accept("ALL") ? null : namedOption();
  }

  /** Parses a setting, whose name may have several words. */
  private String namedOption() {
    if (tokens.accept("TIME", "ZONE")) {
      return "time_zone";
    }
    if (tokens.accept("TRANSACTION", "ISOLATION", "LEVEL")) {
      return ISOLATION;
    }
    return option();
  }

  /** Parses values; nothing for DEFAULT, and for LOCAL as a time zone. */
  private List<String> values() {
    if (tokens.accept("DEFAULT") || tokens.accept("LOCAL")) {
      return List.of();
    }
    List<String> values = new ArrayList<>();
    do {
      values.add(value());
    } while (tokens.acceptSymbol(","));
    return values;
  }

  private String value() {
    if (tokens.isNext("INTERVAL") && tokens.peek(1).kind() == Token.Kind.TEXT) {
      tokens.take();
      String offset = tokens.take().text();
      tokens.accept("HOUR", "TO", "MINUTE");
      return offset;
    }
    String sign = tokens.isNextSymbol("-") || tokens.isNextSymbol("+") ? tokens.take().text() : "";
    Token token = tokens.peek();
    return switch (token.kind()) {
      case NUMBER, TEXT -> sign + tokens.take().text();
      case WORD, QUOTED_NAME -> sign + option();
      case BINARY, PARAMETER, SYMBOL, END -> throw tokens.expected("a value");
    };
  }
}
