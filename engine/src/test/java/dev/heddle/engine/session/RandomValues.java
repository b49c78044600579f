package dev.heddle.engine.session;

import java.util.ArrayList;
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
    BOOL,
    INTS,
    TEXTS,
    RECORD;

    boolean isNumber() {
      return switch (this) {
        case INT, LONG, DOUBLE, DECIMAL -> true;
        case TEXT, DATE, BOOL, INTS, TEXTS, RECORD -> false;
      };
    }

    /** Returns whether values are lists. */
    boolean isList() {
      return this == INTS || this == TEXTS;
    }

    /** Returns whether values are lists or structs. */
    boolean isNested() {
      return isList() || this == RECORD;
    }

    /** Returns what the elements of lists are. */
    Kind element() {
      return this == INTS ? INT : TEXT;
    }
  }

  record Column(String name, Kind kind) {}

  /** Returns those of some columns that are neither lists nor structs. */
  static List<Column> flat(List<Column> columns) {
    return columns.stream().filter(c -> !c.kind().isNested()).toList();
  }

  /** Returns those that are lists. */
  static List<Column> lists(List<Column> columns) {
    return columns.stream().filter(c -> c.kind().isList()).toList();
  }

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
      case INTS -> "int[]";
      case TEXTS -> "varchar[]";
      case RECORD -> "struct(a int, b varchar)";
    };
  }

  String expression(List<Column> columns, Kind kind, int depth) {
    List<Column> same = columns.stream().filter(c -> c.kind() == kind).toList();
    List<Column> nested = columns.stream().filter(c -> c.kind().isNested()).toList();
    if (!nested.isEmpty() && depth > 0 && random.nextInt(3) == 0) {
      String part = part(one(nested), kind);
      if (!part.isEmpty()) {
        return part;
      }
    }
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
            case INTS, TEXTS -> list(columns, kind, a, b, depth);
            case RECORD ->
                "{'a': "
                    + expression(columns, Kind.INT, depth - 1)
                    + ", 'b': "
                    + expression(columns, Kind.TEXT, depth - 1)
                    + "}";
          };
    };
  }

  private String list(List<Column> columns, Kind kind, String a, String b, int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> "list_concat(" + a + ", " + b + ")";
      case 1 -> "list_sort(list_distinct(" + a + "))";
      case 2 -> "list_reverse(" + a + ")";
      case 3 -> "list_slice(" + a + ", 2, 3)";
      default ->
          "["
              + expression(columns, kind.element(), depth - 1)
              + ", "
              + expression(columns, kind.element(), depth - 1)
              + "]";
    };
  }

  /** Returns something of a kind taken out of a list or struct, or nothing. */
  private String part(Column column, Kind kind) {
    String x = column.name();
    return switch (column.kind()) {
      case RECORD -> kind == Kind.INT ? x + ".a" : kind == Kind.TEXT ? x + ".b" : "";
      case INTS, TEXTS ->
          kind == column.kind().element()
              ? one(List.of(x + "[1]", x + "[2]", x + "[-1]", "list_max(" + x + ")"))
              : kind == Kind.LONG ? "cast(len(" + x + ") as bigint)" : "";
      case INT, LONG, DOUBLE, DECIMAL, TEXT, DATE, BOOL -> "";
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
      case INTS -> one(List.of("[1, 2, null]", "[]::int[]", "[3]", "[2, 1, 2]"));
      case TEXTS -> one(List.of("['a', null]", "[]::varchar[]", "['', 'ab', 'a']"));
      case RECORD -> "{'a': " + random.nextInt(10) + ", 'b': " + one(WORDS) + "}";
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
    if (column.kind().isNested()) {
      return nestedPredicate(column);
    }
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

  private String nestedPredicate(Column column) {
    String x = column.name();
    boolean isList = column.kind().isList();
    return switch (random.nextInt(4)) {
      case 0 -> x + one(List.of(" is null", " is not null"));
      case 1 -> x + " is distinct from " + literal(column.kind());
      case 2 -> isList ? "len(" + x + ") > " + random.nextInt(3) : x + ".a > 3";
      default ->
          isList
              ? "list_contains(" + x + ", " + literal(column.kind().element()) + ")"
              : x + ".b = " + one(WORDS);
    };
  }

  /** Returns that columns of two sides are equal, or a falsehood. */
  String equality(List<Column> left, List<Column> right) {
    List<String> pairs = new ArrayList<>();
    for (Column a : left) {
      for (Column b : right) {
        boolean isRare = a.kind() == Kind.BOOL || (a.kind().isNested() && !isOnceIn(4));
        if (a.kind() == b.kind() && !isRare) {
          String equals = random.nextInt(8) == 0 ? " is not distinct from " : " = ";
          pairs.add(a.name() + equals + b.name());
        }
      }
    }
    if (pairs.isEmpty()) {
      return "1 = 0";
    }
    String first = one(pairs);
    return random.nextInt(3) == 0 ? first + " and " + one(pairs) : first;
  }
}
