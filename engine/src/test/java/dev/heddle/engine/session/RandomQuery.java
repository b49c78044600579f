package dev.heddle.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes random tables and queries over them, in SQL that DuckDB reads in the same way, whose result
 * as a bag of rows is determined: limits stand behind an order by all columns, running sums are
 * exact.
 */
final class RandomQuery {
  private static final int MOST_DEPTH = 4;
  private static final List<String> WORDS =
      List.of("''", "'a'", "'ab'", "'b'", "'ä€😀'", "'a longer text than a view holds'", "'B'");

  private final Random random;
  private final List<Integer> sizes = new ArrayList<>();
  private int names;

  /** What a column holds. */
  private enum Kind {
    INT,
    LONG,
    DOUBLE,
    DECIMAL,
    TEXT,
    DATE,
    BOOL
  }

  private record Column(String name, Kind kind) {}

  private record Relation(String sql, List<Column> columns) {}

  /**
   * Starts a generator.
   *
   * @param isLarge whether tables have enough rows for operators to spill
   */
  RandomQuery(long seed, boolean isLarge) {
    random = new Random(seed);
    for (int t = 0; t < 3; t++) {
      int most = isLarge ? 20_000 : random.nextInt(4) == 0 ? 5000 : 200;
      sizes.add(random.nextInt(6) == 0 ? random.nextInt(3) : random.nextInt(most));
    }
  }

  /** Returns a DuckDB query with the rows of the table {@code t0}, {@code t1} or {@code t2}. */
  String table(int number) {
    int rows = sizes.get(number);
    int salt = random.nextInt(1 << 20);
    int range = Math.max(3, rows / (1 + random.nextInt(12)));
    return "select "
        + nullable(salt, 1, "(" + hash(salt, 2) + " % " + range + ")::int")
        + " as i, "
        + nullable(salt, 3, "(" + hash(salt, 4) + " % 1000)::bigint - 500")
        + " as l, "
        + nullable(
            salt,
            5,
            "case "
                + hash(salt, 6)
                + " % 40 when 0 then 'nan'::double when 1 then -0.0::double else ("
                + hash(salt, 7)
                + " % 200)::int * 0.25 - 20 end")
        + " as d, "
        + nullable(salt, 8, "((" + hash(salt, 9) + " % 5000)::int / 100)::decimal(9, 2)")
        + " as m, "
        + nullable(
            salt,
            10,
            "list_extract(["
                + String.join(", ", WORDS)
                + "], ("
                + hash(salt, 11)
                + " % "
                + WORDS.size()
                + ")::int + 1)"
                + (random.nextBoolean() ? "" : " || (" + hash(salt, 12) + " % " + range + ")"))
        + " as s, "
        + nullable(salt, 13, "date '2020-01-01' + (" + hash(salt, 14) + " % 800)::int")
        + " as t, "
        + nullable(salt, 15, hash(salt, 16) + " % 3 = 0")
        + " as b from range("
        + rows
        + ") r(x)";
  }

  private static String hash(int salt, int column) {
    return "hash(x * 17 + " + (salt + column) + ")";
  }

  private String nullable(int salt, int column, String value) {
    int oneIn = random.nextInt(3) == 0 ? 0 : 2 + random.nextInt(20);
    return oneIn == 0
        ? value
        : "case when "
            + hash(salt, column)
            + " % "
            + oneIn
            + " = 0 then null else "
            + value
            + " end";
  }

  /** Returns a query over the tables. */
  String query() {
    return relation(MOST_DEPTH).sql();
  }

  private String name(String start) {
    return start + names++;
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Relation relation(int depth) {
    if (depth == 0 || random.nextInt(8) == 0) {
      return table();
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> filtered(depth);
      case 2 -> projected(depth);
      case 3, 4, 5 -> joined(depth);
      case 6 -> halfJoined(depth);
      case 7, 8 -> aggregated(depth);
      case 9 -> windowed(depth);
      case 10 -> combined(depth);
      default -> limited(depth);
    };
  }

  private Relation table() {
    List<Column> all =
        List.of(
            new Column("i", Kind.INT),
            new Column("l", Kind.LONG),
            new Column("d", Kind.DOUBLE),
            new Column("m", Kind.DECIMAL),
            new Column("s", Kind.TEXT),
            new Column("t", Kind.DATE),
            new Column("b", Kind.BOOL));
    List<Column> columns = new ArrayList<>();
    StringBuilder list = new StringBuilder();
    for (Column column : all) {
      if (random.nextInt(3) > 0 || column.kind() == Kind.INT) {
        String name = name("c");
        list.append(list.isEmpty() ? "" : ", ").append(column.name()).append(" as ").append(name);
        columns.add(new Column(name, column.kind()));
      }
    }
    return new Relation("select " + list + " from t" + random.nextInt(3), columns);
  }

  private static String from(Relation relation, String alias) {
    return "(" + relation.sql() + ") " + alias;
  }

  private static String list(List<Column> columns) {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private Relation filtered(int depth) {
    Relation input = relation(depth - 1);
    return new Relation(
        "select * from " + from(input, name("q")) + " where " + predicate(input.columns(), 2),
        input.columns());
  }

  private Relation projected(int depth) {
    Relation input = relation(depth - 1);
    List<Column> columns = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      Kind kind = one(input.columns()).kind();
      String name = name("e");
      values.add(expression(input.columns(), kind, 2) + " as " + name);
      columns.add(new Column(name, kind));
    }
    String distinct = random.nextInt(4) == 0 ? "distinct " : "";
    return new Relation(
        "select " + distinct + String.join(", ", values) + " from " + from(input, name("q")),
        columns);
  }

  private Relation joined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    String equal = equality(left, right);
    String kind = one(List.of("join", "join", "left join", "right join", "full join"));
    String residual =
        !kind.equals("full join") && random.nextInt(3) == 0
            ? " and (" + predicate(both(left, right), 1) + ")"
            : "";
    return new Relation(
        "select * from "
            + from(left, name("q"))
            + " "
            + kind
            + " "
            + from(right, name("q"))
            + " on "
            + equal
            + residual,
        both(left, right));
  }

  private static List<Column> both(Relation left, Relation right) {
    List<Column> all = new ArrayList<>(left.columns());
    all.addAll(right.columns());
    return all;
  }

  private String equality(Relation left, Relation right) {
    List<String> pairs = new ArrayList<>();
    for (Column a : left.columns()) {
      for (Column b : right.columns()) {
        if (a.kind() == b.kind() && a.kind() != Kind.BOOL) {
          pairs.add(a.name() + " = " + b.name());
        }
      }
    }
    if (pairs.isEmpty()) {
      return "1 = 0";
    }
    String first = one(pairs);
    return random.nextInt(3) == 0 ? first + " and " + one(pairs) : first;
  }

  private Relation halfJoined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    String not = random.nextBoolean() ? "not " : "";
    String condition;
    Column key = one(left.columns());
    List<Column> same = right.columns().stream().filter(c -> c.kind() == key.kind()).toList();
    if (random.nextBoolean() || same.isEmpty()) {
      condition =
          not
              + "exists (select 1 from "
              + from(right, name("q"))
              + " where "
              + equality(left, right)
              + ")";
    } else {
      condition =
          key.name()
              + " "
              + not
              + "in (select "
              + one(same).name()
              + " from "
              + from(right, name("q"))
              + ")";
    }
    return new Relation(
        "select * from " + from(left, name("q")) + " where " + condition, left.columns());
  }

  private Relation aggregated(int depth) {
    Relation input = relation(depth - 1);
    List<Column> keys = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      Column key = one(input.columns());
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    List<Column> columns = new ArrayList<>(keys);
    List<String> values = new ArrayList<>(keys.stream().map(Column::name).toList());
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      Column argument = one(input.columns());
      String name = name("a");
      values.add(aggregate(argument, input.columns(), name, columns) + " as " + name);
    }
    String having =
        !keys.isEmpty() && random.nextInt(4) == 0 ? " having count(*) > " + random.nextInt(3) : "";
    return new Relation(
        "select "
            + String.join(", ", values)
            + " from "
            + from(input, name("q"))
            + (keys.isEmpty() ? "" : " group by " + list(keys))
            + having,
        columns);
  }

  /** Returns a call and adds its column. */
  private String aggregate(
      Column argument, List<Column> inputs, String name, List<Column> columns) {
    String x = argument.name();
    boolean isNumber =
        switch (argument.kind()) {
          case INT, LONG, DOUBLE, DECIMAL -> true;
          case TEXT, DATE, BOOL -> false;
        };
    String filter = random.nextInt(4) == 0 ? " filter (where " + predicate(inputs, 1) + ")" : "";
    switch (random.nextInt(isNumber ? 7 : 5)) {
      case 0 -> {
        columns.add(new Column(name, Kind.LONG));
        return "count(*)" + filter;
      }
      case 1 -> {
        columns.add(new Column(name, Kind.LONG));
        return "count(" + x + ")" + filter;
      }
      case 2 -> {
        columns.add(new Column(name, Kind.LONG));
        return "count(distinct " + x + ")" + filter;
      }
      case 3, 4 -> {
        columns.add(new Column(name, argument.kind()));
        return (random.nextBoolean() ? "min(" : "max(") + x + ")" + filter;
      }
      case 5 -> {
        columns.add(new Column(name, Kind.DOUBLE));
        return "cast(sum(" + x + ")" + filter + " as double)";
      }
      default -> {
        columns.add(new Column(name, Kind.DOUBLE));
        return "avg(cast(" + x + " as double))" + filter;
      }
    }
  }

  private Relation windowed(int depth) {
    Relation input = relation(depth - 1);
    List<Column> columns = new ArrayList<>(input.columns());
    String partition =
        random.nextInt(3) == 0 ? "" : "partition by " + one(input.columns()).name() + " ";
    String all = order(input.columns());
    String some = one(input.columns()).name();
    Column argument = one(input.columns());
    String name = name("w");
    List<Supplier<String>> calls =
        List.of(
            () -> added(columns, name, Kind.LONG, "row_number() over (" + partition + all + ")"),
            () ->
                added(
                    columns,
                    name,
                    Kind.LONG,
                    "rank() over (" + partition + "order by " + some + " desc)"),
            () ->
                added(
                    columns,
                    name,
                    Kind.LONG,
                    "dense_rank() over (" + partition + "order by " + some + ")"),
            () ->
                added(
                    columns,
                    name,
                    Kind.LONG,
                    "count(" + argument.name() + ") over (" + partition + "order by " + some + ")"),
            () ->
                added(
                    columns,
                    name,
                    argument.kind(),
                    "min(" + argument.name() + ") over (" + partition + ")"),
            () ->
                added(
                    columns,
                    name,
                    argument.kind(),
                    "max("
                        + argument.name()
                        + ") over ("
                        + partition
                        + all
                        + " rows between 2 preceding and 1 following)"),
            () ->
                added(
                    columns,
                    name,
                    argument.kind(),
                    (random.nextBoolean() ? "lag(" : "lead(")
                        + argument.name()
                        + ") over ("
                        + partition
                        + all
                        + ")"));
    String call = one(calls).get();
    String query = "select *, " + call + " as " + name + " from " + from(input, name("q"));
    boolean isRank = call.startsWith("row_number(") || call.contains("rank() over");
    if (isRank && random.nextBoolean()) {
      String comparison = one(List.of(" = ", " <= ", " < ")) + (1 + random.nextInt(4));
      query = "select * from (" + query + ") as " + name("q") + " where " + name + comparison;
    }
    return new Relation(query, columns);
  }

  private static String added(List<Column> columns, String name, Kind kind, String call) {
    columns.add(new Column(name, kind));
    return call;
  }

  private String order(List<Column> columns) {
    return columns.stream()
        .map(
            c ->
                c.name()
                    + (random.nextBoolean() ? " desc" : "")
                    + (random.nextBoolean() ? " nulls first" : " nulls last"))
        .collect(Collectors.joining(", ", "order by ", ""));
  }

  private Relation combined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    List<Kind> kinds =
        IntStream.range(0, 1 + random.nextInt(3))
            .mapToObj(_ -> one(left.columns()).kind())
            .toList();
    List<Column> columns = new ArrayList<>();
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    for (Kind kind : kinds) {
      String name = name("u");
      columns.add(new Column(name, kind));
      first.add(
          "cast(" + expression(left.columns(), kind, 1) + " as " + type(kind) + ") as " + name);
      second.add("cast(" + expression(right.columns(), kind, 1) + " as " + type(kind) + ")");
    }
    String operation =
        one(List.of("union all", "union", "intersect", "except", "intersect all", "except all"));
    return new Relation(
        "select * from (select "
            + String.join(", ", first)
            + " from "
            + from(left, name("q"))
            + " "
            + operation
            + " select "
            + String.join(", ", second)
            + " from "
            + from(right, name("q"))
            + ") "
            + name("q"),
        columns);
  }

  private static String type(Kind kind) {
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

  private Relation limited(int depth) {
    Relation input = relation(depth - 1);
    String offset = random.nextInt(3) == 0 ? " offset " + random.nextInt(20) : "";
    return new Relation(
        "select * from (select * from "
            + from(input, name("q"))
            + " "
            + order(input.columns())
            + " limit "
            + random.nextInt(random.nextBoolean() ? 10 : 1000)
            + offset
            + ") "
            + name("q"),
        input.columns());
  }

  private String expression(List<Column> columns, Kind kind, int depth) {
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

  private String literal(Kind kind) {
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

  private String predicate(List<Column> columns, int depth) {
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
