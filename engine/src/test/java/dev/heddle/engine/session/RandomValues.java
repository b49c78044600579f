package dev.heddle.engine.session;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Makes the expressions, predicates and orders of a random query; counts its names. */
final class RandomValues {
  static final List<String> WORDS =
      List.of("''", "'a'", "'ab'", "'b'", "'ä€😀'", "'a longer text than a view holds'", "'B'");

  private final Random random;
  private int names;

  /** What a column holds. */
  enum Kind {
    INT,
    LONG,
    DOUBLE,
    DECIMAL,
    TEXT,
    DATE,
    BOOL;

    boolean isNumber() {
      return switch (this) {
        case INT, LONG, DOUBLE, DECIMAL -> true;
        case TEXT, DATE, BOOL -> false;
      };
    }
  }

  record Column(String name, Kind kind) {}

  RandomValues(Random random) {
    this.random = random;
  }

  /** Returns a new name. */
  String name(String start) {
    return start + names++;
  }

  <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  int upTo(int bound) {
    return random.nextInt(bound);
  }

  boolean isOnceIn(int times) {
    return random.nextInt(times) == 0;
  }

  String order(List<Column> columns) {
    return columns.stream()
        .map(
            c ->
                c.name()
                    + (random.nextBoolean() ? " desc" : "")
                    + (random.nextBoolean() ? " nulls first" : " nulls last"))
        .collect(Collectors.joining(", ", "order by ", ""));
  }

  static String type(Kind kind) {
    return switch (kind) {
      case INT -> "int";
      case LONG -> "bigint";
      case DOUBLE -> "double";
      case DECIMAL -> "decimal(12, 2)";
      case TEXT -> "varchar";
      case DATE -> "date";
      case BOOL -> "boolean";
    };
  }

  String expression(List<Column> columns, Kind kind, int depth) {
    List<Column> same = columns.stream().filter(c -> c.kind() == kind).toList();
    if (depth == 0 || random.nextInt(3) == 0) {
      return same.isEmpty() || random.nextInt(6) == 0 ? literal(kind) : one(same).name();
    }
    String a = expression(columns, kind, depth - 1);
    String b = expression(columns, kind, depth - 1);
    return switch (random.nextInt(5)) {
      case 0 -> "coalesce(" + a + ", " + b + ")";
      case 1 -> "case when " + predicate(columns, depth - 1) + " then " + a + " else " + b + " end";
      case 2 -> "nullif(" + a + ", " + b + ")";
      default ->
          switch (kind) {
            case INT, LONG ->
                "(" + a + " % 100 " + one(List.of("+", "-", "*")) + " " + b + " % 100)";
            case DOUBLE -> "(" + a + " * 0.5)";
            case DECIMAL -> "abs(" + a + ")";
            case TEXT ->
                one(
                    List.of(
                        "upper(" + a + ")", "substring(" + a + ", 2, 3)", "(" + a + " || 'x')"));
            case DATE -> "cast(" + a + " + interval 3 day as date)";
            case BOOL -> "(" + predicate(columns, depth - 1) + ")";
          };
    };
  }

  String literal(Kind kind) {
    return switch (kind) {
      case INT -> "cast(" + random.nextInt(10) + " as int)";
      case LONG -> "cast(" + (random.nextInt(1000) - 500) + " as bigint)";
      case DOUBLE -> "cast(" + (random.nextInt(100) * 0.25) + " as double)";
      case DECIMAL -> "cast(" + random.nextInt(50) + ".25 as decimal(9, 2))";
      case TEXT -> one(WORDS);
      case DATE -> "date '2020-0" + (1 + random.nextInt(9)) + "-15'";
      case BOOL -> one(List.of("true", "false"));
    };
  }

  String predicate(List<Column> columns, int depth) {
    if (depth > 0 && random.nextInt(2) == 0) {
      String a = predicate(columns, depth - 1);
      String b = predicate(columns, depth - 1);
      return switch (random.nextInt(4)) {
        case 0 -> "(" + a + " or " + b + ")";
        case 1 -> "not (" + a + ")";
        default -> "(" + a + " and " + b + ")";
      };
    }
    Column column = one(columns);
    String x = expression(columns, column.kind(), Math.min(1, depth));
    String comparison = one(List.of("=", "<>", "<", "<=", ">", ">="));
    return switch (random.nextInt(8)) {
      case 0 -> column.name() + " is null";
      case 1 -> column.name() + " is not null";
      case 2 -> x + " is distinct from " + literal(column.kind());
      case 3 ->
          column.name()
              + (random.nextBoolean() ? " in (" : " not in (")
              + literal(column.kind())
              + ", "
              + literal(column.kind())
              + ")";
      case 4 ->
          column.kind() == Kind.TEXT
              ? column.name() + " like " + one(List.of("'a%'", "'%b'", "'%a%'", "'_'", "''"))
              : x + " between " + literal(column.kind()) + " and " + literal(column.kind());
      default -> x + " " + comparison + " " + expression(columns, column.kind(), 0);
    };
  }
}
