package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses COPY: to files, and from files, which is an INSERT of their rows. */
final class CopyParser {
  private static final Map<String, String> READERS =
      Map.ofEntries(
          Map.entry("csv", "read_csv"),
          Map.entry("tsv", "read_csv"),
          Map.entry("parquet", "read_parquet"),
          Map.entry("json", "read_json"),
          Map.entry("jsonl", "read_json"),
          Map.entry("ndjson", "read_json"),
          Map.entry("arrow", "read_arrow"),
          Map.entry("ipc", "read_arrow"),
          Map.entry("feather", "read_arrow"));

  private static final String PARTITIONS = "hive_partitioning";
  private static final List<String> DELIMITERS = List.of("delim", "delimiter", "sep", "separator");

  // may stand without parentheses, as in old versions of PostgreSQL
  private static final List<String> PLAIN =
      List.of("DELIMITER", "NULL", "QUOTE", "ESCAPE", "HEADER", "CSV");

  private final TokenStream tokens;
  private final QueryParser queries;

  CopyParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
  }

  Statement copy(int start) {
    tokens.take();
    if (tokens.isNextSymbol("(")) {
      return to(queries.inParentheses(), start);
    }
    Token first = tokens.peek();
    Relation table = new RelationParser(tokens, queries).table();
    List<Name> columns =
        table instanceof Relation.Table && tokens.acceptSymbol("(")
            ? tokens.namesToParenthesis("a column")
            : List.of();
    if (table instanceof Relation.Table into && tokens.accept("FROM")) {
      return from(into.name(), columns, first.start(), start);
    }
    return to(all(table, columns, tokens.since(first.start())), start);
  }

  private static Query all(Relation table, List<Name> columns, Span span) {
    if (columns.isEmpty()) {
      return Query.of(SelectParser.allOf(table, span));
    }
    List<Query.SelectItem> items = new ArrayList<>();
    for (Name column : columns) {
      items.add(
          new Query.SelectItem(
              new Expression.ColumnReference(List.of(column), column.span()), null, column.span()));
    }
    return Query.of(new Query.Select(null, items, table, null, null, null, List.of(), null, span));
  }

  private Expression.TextLiteral path() {
    Token path = tokens.peek();
    if (path.kind() != Token.Kind.TEXT) {
      throw tokens.expected("a path in single quotes");
    }
    tokens.take();
    return new Expression.TextLiteral(path.text(), path.span());
  }

  private List<Statement.CopyOption> options() {
    tokens.accept("WITH");
    List<Statement.CopyOption> options = new ArrayList<>();
    if (tokens.acceptSymbol("(")) {
      do {
        options.add(copyOption());
      } while (tokens.acceptComma());
      tokens.expectSymbol(")");
      return options;
    }
    while (PLAIN.stream().anyMatch(tokens.peek()::isWord)) {
      options.add(plainOption());
    }
    return options;
  }

  /** Parses an option outside of parentheses. */
  private Statement.CopyOption plainOption() {
    Name key = tokens.anyName("an option");
    if (key.text().equalsIgnoreCase("HEADER")) {
      return new Statement.CopyOption(key, null);
    }
    if (key.text().equalsIgnoreCase("CSV")) {
      return new Statement.CopyOption(new Name("format", false, key.span()), List.of("csv"));
    }
    tokens.accept("AS");
    return new Statement.CopyOption(key, List.of(copyValue()));
  }

  private Statement to(Query query, int start) {
    if (!tokens.accept("TO")) {
      throw tokens.expected("TO or FROM");
    }
    Expression.TextLiteral path = path();
    return new Statement.Copy(query, path, options(), tokens.since(start));
  }

  /**
   * Parses what follows FROM.
   *
   * @param from where the query's text starts: with the table, as no other query's does
   */
  private Statement from(TableName into, List<Name> columns, int from, int start) {
    Token first = tokens.peek();
    Expression.TextLiteral path = path();
    List<Statement.CopyOption> options = options();
    Span span = tokens.since(from);
    String format = format(path.value());
    List<Expression.Argument> arguments = new ArrayList<>();
    arguments.add(new Expression.Argument(null, path));
    for (Statement.CopyOption option : options) {
      String name = option.key().text().toLowerCase(Locale.ROOT);
      if (name.equals("format")) {
        format = value(option).toLowerCase(Locale.ROOT);
      } else {
        arguments.add(argument(option, name));
      }
    }
    String reader = READERS.get(format);
    if (reader == null) {
      throw tokens.error("no format \"" + format + "\" in [parquet, csv, json, arrow]", first);
    }
    if (reader.equals("read_csv")) {
      if (arguments.stream().noneMatch(each -> isNamed(each, List.of(PARTITIONS)))) {
        arguments.add(named(PARTITIONS, new Expression.TextLiteral("false", path.span())));
      }
      boolean isDelimited = arguments.stream().anyMatch(each -> isNamed(each, DELIMITERS));
      if (format.equals("tsv") && !isDelimited) {
        arguments.add(named("delim", new Expression.TextLiteral("\t", path.span())));
      }
    }
    Name function = new Name(reader, false, path.span());
    Relation rows =
        tokens.source(
            new Relation.Function(
                call(function, arguments, path.span()), false, false, null, span));
    boolean byName = reader.equals("read_json") && columns.isEmpty();
    Query query = Query.of(SelectParser.allOf(rows, span));
    return new Statement.Insert(
        into, null, columns, byName, query, true, null, List.of(), tokens.since(start));
  }

  private static boolean isNamed(Expression.Argument argument, List<String> names) {
    return argument.name() != null && names.contains(argument.name().text());
  }

  private static Expression.Call call(
      Name function, List<Expression.Argument> arguments, Span span) {
    return new Expression.Call(
        List.of(function), arguments, false, List.of(), List.of(), null, false, null, null, span);
  }

  private static String format(String path) {
    String name = path.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst|bz2|lz4)$", "");
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return READERS.containsKey(ending) ? ending : "csv";
  }

  private static Expression.Argument named(String name, Expression value) {
    return new Expression.Argument(new Name(name, false, value.span()), value);
  }

  private static Expression.Argument argument(Statement.CopyOption option, String name) {
    Span span = option.key().span();
    String known = name.equals("null") ? "nullstr" : name;
    String text = option.values() == null ? "true" : value(option);
    return named(known, new Expression.TextLiteral(text, span));
  }

  private static String value(Statement.CopyOption option) {
    @Nullable List<String> values = option.values();
    return values == null || values.isEmpty() ? "" : values.getFirst();
  }

  private Statement.CopyOption copyOption() {
    Name key = tokens.anyName("an option");
    if (key.text().equalsIgnoreCase("null")
        && (tokens.isNextSymbol(",") || tokens.isNextSymbol(")"))) {
      throw tokens.expected("a text");
    }
    if (tokens.isNextSymbol(",") || tokens.isNextSymbol(")")) {
      return new Statement.CopyOption(key, null);
    }
    if (!tokens.acceptSymbol("(")) {
      return new Statement.CopyOption(key, List.of(copyValue()));
    }
    List<String> values = new ArrayList<>();
    do {
      values.add(copyValue());
    } while (tokens.acceptComma());
    tokens.expectSymbol(")");
    return new Statement.CopyOption(key, values);
  }

  private String copyValue() {
    Token token = tokens.peek();
    if (token.isSymbol("*")) {
      return tokens.take().text();
    }
    if (tokens.acceptSymbol("-")) {
      if (tokens.peek().kind() != Token.Kind.NUMBER) {
        throw tokens.expected("a number");
      }
      return "-" + tokens.take().text();
    }
    if (token.kind() == Token.Kind.WORD && token.text().equalsIgnoreCase("null")) {
      throw tokens.expected("a value");
    }
    return switch (token.kind()) {
      case WORD, QUOTED_NAME, TEXT, NUMBER -> tokens.take().text();
      case BINARY, PARAMETER, SYMBOL, END -> throw tokens.expected("a value");
    };
  }
}
