package dev.heddle.engine.session;

import dev.heddle.engine.session.RandomValues.Column;
import dev.heddle.engine.session.RandomValues.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes random tables and queries over them, in SQL that DuckDB reads in the same way, whose result
 * as a bag of rows is determined: limits stand behind an order by all columns, running sums are
 * exact.
 */
public final class RandomQuery {
  private static final int MAX_DEPTH = 4;

  private final Random random;
  private final List<Integer> sizes = new ArrayList<>();
  private final RandomValues values;
  private final RandomNested nested;
  private final RandomSubquery subqueries;

  record Relation(String sql, List<Column> columns) {}

  /**
   * Starts a generator.
   *
   * @param isLarge whether tables have enough rows for operators to spill
   */
  public RandomQuery(long seed, boolean isLarge) {
    random = new Random(seed);
    values = new RandomValues(random);
    nested = new RandomNested(values);
    subqueries = new RandomSubquery(values);
    for (int t = 0; t < 3; t++) {
      int most = isLarge ? 20_000 : random.nextInt(4) == 0 ? 5000 : 200;
      sizes.add(random.nextInt(6) == 0 ? random.nextInt(3) : random.nextInt(most));
    }
  }

  /** Returns a DuckDB query with the rows of the table {@code t0}, {@code t1} or {@code t2}. */
  public String table(int number) {
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
                + String.join(", ", RandomValues.WORDS)
                + "], ("
                + hash(salt, 11)
                + " % "
                + RandomValues.WORDS.size()
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
  public String query() {
    return relation(MAX_DEPTH).sql();
  }

  private Relation relation(int depth) {
    if (depth == 0 || random.nextInt(8) == 0) {
      return table();
    }
    return switch (random.nextInt(23)) {
      case 0, 1 -> filtered(depth);
      case 2 -> projected(depth);
      case 3, 4, 5 -> joined(depth);
      case 6 -> halfJoined(depth);
      case 7, 8 -> aggregated(depth);
      case 9, 10 -> windowed(depth);
      case 11 -> combined(depth);
      case 12 -> asOfJoined(depth);
      case 13 -> looseJoined(depth);
      case 14 -> nested.made(relation(depth - 1));
      case 15, 16 -> nested.taken(relation(depth - 1));
      case 17, 18 -> subqueries.over(limited(1), relation(random.nextInt(depth)));
      case 19 -> subqueries.grouped(limited(1), relation(random.nextInt(depth)));
      case 20 -> reused(depth);
      case 21 -> merged(depth);
      default -> limited(depth);
    };
  }

  private Relation table() {
    if (random.nextInt(12) == 0) {
      return constants();
    }
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
        String name = values.name("c");
        list.append(list.isEmpty() ? "" : ", ").append(column.name()).append(" as ").append(name);
        columns.add(new Column(name, column.kind()));
      }
    }
    return new Relation("select " + list + " from t" + random.nextInt(3), columns);
  }

  /** Returns some rows that are written out. */
  private Relation constants() {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      columns.add(new Column(values.name("v"), values.one(List.of(Kind.values()))));
    }
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      rows.add(
          columns.stream()
              .map(
                  c ->
                      "cast("
                          + (random.nextInt(4) == 0 ? "null" : values.literal(c.kind()))
                          + " as "
                          + RandomValues.type(c.kind())
                          + ")")
              .collect(Collectors.joining(", ", "(", ")")));
    }
    String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
    String alias = values.name("q") + "(" + names + ")";
    return new Relation("select * from (values " + String.join(", ", rows) + ") " + alias, columns);
  }

  /** Names a query that is read twice, or whose groups are grouped again. */
  private Relation reused(int depth) {
    Relation input = random.nextBoolean() ? aggregated(depth) : limited(depth);
    String name = values.name("r");
    String with = "with " + name + " as (" + input.sql() + ") ";
    boolean isAggregated = random.nextBoolean();
    Column key = values.one(input.columns());
    if (key.kind() == Kind.RECORD || isAggregated) {
      RandomAggregate aggregate = new RandomAggregate(values, input.columns());
      String query = with + aggregate.over(name);
      return new Relation(query, aggregate.columns());
    }
    String count = values.name("n");
    List<Column> columns = new ArrayList<>(input.columns());
    columns.add(new Column(count, Kind.LONG));
    String query =
        "select a.*, (select count(*) from "
            + name
            + " b where b."
            + key.name()
            + " = a."
            + key.name()
            + ") as "
            + count
            + " from "
            + name
            + " a";
    return new Relation(with + query, columns);
  }

  static String from(Relation relation, String alias) {
    return "(" + relation.sql() + ") " + alias;
  }

  private Relation filtered(int depth) {
    Relation input = relation(depth - 1);
    return new Relation(
        "select * from "
            + from(input, values.name("q"))
            + " where "
            + values.predicate(input.columns(), 2),
        input.columns());
  }

  private Relation projected(int depth) {
    Relation input = relation(depth - 1);
    List<Column> columns = new ArrayList<>();
    List<String> list = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      Kind kind = values.one(input.columns()).kind();
      String name = values.name("e");
      list.add(values.expression(input.columns(), kind, 2) + " as " + name);
      columns.add(new Column(name, kind));
    }
    String distinct = random.nextInt(4) == 0 ? "distinct " : "";
    return new Relation(
        "select " + distinct + String.join(", ", list) + " from " + from(input, values.name("q")),
        columns);
  }

  private Relation joined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    String equal = values.equality(left.columns(), right.columns());
    String kind = values.one(List.of("join", "join", "left join", "right join", "full join"));
    String residual =
        random.nextInt(3) == 0 ? " and (" + values.predicate(both(left, right), 1) + ")" : "";
    return new Relation(
        "select * from "
            + from(left, values.name("q"))
            + " "
            + kind
            + " "
            + from(right, values.name("q"))
            + " on "
            + equal
            + residual,
        both(left, right));
  }

  /** Joins by USING or NATURAL, and reads the column that both sides have by its bare name. */
  private Relation merged(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    List<Column> keys = left.columns().stream().filter(c -> !c.kind().isNested()).toList();
    if (keys.isEmpty()) {
      return left;
    }
    Column key = values.one(keys);
    List<Column> same = right.columns().stream().filter(c -> c.kind() == key.kind()).toList();
    if (same.isEmpty()) {
      return left;
    }
    Column other = values.one(same);
    List<Column> columns = new ArrayList<>(List.of(new Column(values.name("k"), key.kind())));
    columns.addAll(without(left, key));
    columns.addAll(without(right, other));
    String name = columns.getFirst().name();
    boolean isNatural = random.nextBoolean();
    String kind = values.one(List.of("join ", "left join ", "right join ", "full join "));
    return new Relation(
        "select "
            + columns.stream().map(Column::name).collect(Collectors.joining(", "))
            + " from "
            + renamed(left, key, name)
            + (isNatural ? " natural " : " ")
            + kind
            + renamed(right, other, name)
            + (isNatural ? "" : " using (" + name + ")")
            + (random.nextBoolean() ? "" : " where " + values.predicate(columns, 1)),
        columns);
  }

  private static List<Column> without(Relation relation, Column key) {
    return relation.columns().stream().filter(column -> !column.equals(key)).toList();
  }

  private String renamed(Relation relation, Column key, String name) {
    String columns =
        without(relation, key).stream()
            .map(column -> ", " + column.name())
            .collect(Collectors.joining());
    String select = "select " + key.name() + " as " + name + columns + " from ";
    return "(" + select + from(relation, values.name("q")) + ") " + values.name("q");
  }

  /** Joins without equality: by a comparison, by none, or with one row for each of the left. */
  private Relation looseJoined(int depth) {
    Relation left = limited(1);
    Relation right = relation(random.nextInt(depth));
    String first = from(left, values.name("q"));
    String second = from(right, values.name("q"));
    if (random.nextInt(4) == 0) {
      return new Relation("select * from " + first + " cross join " + second, both(left, right));
    }
    Column column = values.one(left.columns());
    List<Column> same = right.columns().stream().filter(c -> c.kind() == column.kind()).toList();
    if (same.isEmpty() || column.kind().isNested() || random.nextInt(3) == 0) {
      return withSubquery(left, first, right, second);
    }
    String comparison = values.one(List.of(" < ", " <= ", " > ", " >= "));
    String condition = column.name() + comparison + values.one(same).name();
    if (random.nextBoolean()) {
      condition += " and (" + values.predicate(both(left, right), 1) + ")";
    }
    String kind = values.one(List.of(" join ", " left join ", " right join ", " full join "));
    return new Relation(
        "select * from " + first + kind + second + " on " + condition, both(left, right));
  }

  private Relation withSubquery(Relation left, String first, Relation right, String second) {
    String name = values.name("z");
    Column value = values.one(right.columns());
    List<Column> columns = new ArrayList<>(left.columns());
    boolean isCount =
        value.kind() == Kind.BOOL || value.kind().isNested() || random.nextInt(3) == 0;
    boolean isText =
        switch (value.kind()) {
          case INT, LONG, TEXT, DATE -> random.nextInt(3) == 0;
          case DOUBLE, DECIMAL, BOOL -> false; // which are no text, or not the same everywhere
          case INTS, TEXTS, RECORD -> false;
        };
    String call = (isCount ? "count(" : "max(") + value.name() + ")";
    if (isText) {
      String text = "string_agg(cast(" + value.name() + " as varchar), ',' ";
      call = "substring(" + text + values.order(List.of(value)) + "), 1, 40)";
    } else if (isCount && value.kind().isNumber() && random.nextBoolean()) {
      call = "regr_count(" + value.name() + ", " + value.name() + ")";
    }
    columns.add(new Column(name, isText ? Kind.TEXT : isCount ? Kind.LONG : value.kind()));
    return new Relation(
        "select *, (select "
            + call
            + " from "
            + second
            + " where "
            + (!isText && random.nextInt(3) == 0
                ? values.predicate(right.columns(), 1)
                : values.equality(left.columns(), right.columns()))
            + ") as "
            + name
            + " from "
            + first,
        columns);
  }

  /** Joins each row with the last one at most as large, of groups so that there is only one. */
  private Relation asOfJoined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    Column time = values.one(left.columns());
    List<Column> times = right.columns().stream().filter(c -> c.kind() == time.kind()).toList();
    if (times.isEmpty()
        || time.kind().isNested()
        || time.kind() == Kind.BOOL
        || time.kind() == Kind.TEXT) {
      return left;
    }
    Column other = values.one(times);
    List<Column> columns = new ArrayList<>(left.columns());
    String otherTime = values.name("h");
    String count = values.name("n");
    StringBuilder keys = new StringBuilder(other.name() + " as " + otherTime);
    String by = "";
    String condition = time.name() + values.one(List.of(" >= ", " > ", " < ", " <= ")) + otherTime;
    Column key = values.one(left.columns());
    List<Column> same =
        right.columns().stream().filter(c -> c.kind() == key.kind() && !c.equals(other)).toList();
    columns.add(new Column(otherTime, time.kind()));
    if (!same.isEmpty() && random.nextBoolean()) {
      String otherKey = values.name("h");
      Column chosen = values.one(same);
      keys.append(", ").append(chosen.name()).append(" as ").append(otherKey);
      columns.add(new Column(otherKey, key.kind()));
      by = ", " + chosen.name();
      condition = key.name() + " = " + otherKey + " and " + condition;
    }
    columns.add(new Column(count, Kind.LONG));
    return new Relation(
        "select * from "
            + from(left, values.name("q"))
            + (random.nextBoolean() ? " asof join (" : " asof left join (")
            + "select "
            + keys
            + ", count(*) as "
            + count
            + " from "
            + from(right, values.name("q"))
            + " group by "
            + other.name()
            + by
            + ") "
            + values.name("q")
            + " on "
            + condition,
        columns);
  }

  private Relation aggregated(int depth) {
    Relation input = relation(depth - 1);
    RandomAggregate aggregate = new RandomAggregate(values, input.columns());
    String query = aggregate.over(from(input, values.name("q")));
    return new Relation(query, aggregate.columns());
  }

  private Relation windowed(int depth) {
    Relation input = relation(depth - 1);
    RandomWindow window = new RandomWindow(values, input.columns());
    String query = window.over(from(input, values.name("q")));
    return new Relation(query, window.columns());
  }

  private static List<Column> both(Relation left, Relation right) {
    List<Column> all = new ArrayList<>(left.columns());
    all.addAll(right.columns());
    return all;
  }

  private Relation halfJoined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    String not = random.nextBoolean() ? "not " : "";
    String condition;
    Column key = values.one(left.columns());
    List<Column> same = right.columns().stream().filter(c -> c.kind() == key.kind()).toList();
    if (random.nextBoolean() || same.isEmpty()) {
      condition =
          not
              + "exists (select 1 from "
              + from(right, values.name("q"))
              + " where "
              + values.equality(left.columns(), right.columns())
              + (random.nextInt(3) == 0
                  ? " and (" + values.predicate(both(left, right), 1) + ")"
                  : "")
              + ")";
    } else {
      condition =
          key.name()
              + " "
              + not
              + "in (select "
              + values.one(same).name()
              + " from "
              + from(right, values.name("q"))
              + ")";
    }
    return new Relation(
        "select * from " + from(left, values.name("q")) + " where " + condition, left.columns());
  }

  private Relation combined(int depth) {
    Relation left = relation(depth - 1);
    Relation right = relation(random.nextInt(depth));
    List<Kind> kinds =
        IntStream.range(0, 1 + random.nextInt(3))
            .mapToObj(_ -> values.one(left.columns()).kind())
            .toList();
    List<Column> columns = new ArrayList<>();
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    for (Kind kind : kinds) {
      String name = values.name("u");
      columns.add(new Column(name, kind));
      first.add(
          "cast("
              + values.expression(left.columns(), kind, 1)
              + " as "
              + RandomValues.type(kind)
              + ") as "
              + name);
      second.add(
          "cast("
              + values.expression(right.columns(), kind, 1)
              + " as "
              + RandomValues.type(kind)
              + ")");
    }
    String operation =
        values.one(
            List.of("union all", "union", "intersect", "except", "intersect all", "except all"));
    return new Relation(
        "select * from (select "
            + String.join(", ", first)
            + " from "
            + from(left, values.name("q"))
            + " "
            + operation
            + " select "
            + String.join(", ", second)
            + " from "
            + from(right, values.name("q"))
            + ") "
            + values.name("q"),
        columns);
  }

  private Relation limited(int depth) {
    Relation input = relation(depth - 1);
    String offset = random.nextInt(3) == 0 ? " offset " + random.nextInt(20) : "";
    return new Relation(
        "select * from (select * from "
            + from(input, values.name("q"))
            + " "
            + values.order(input.columns())
            + " limit "
            + random.nextInt(random.nextBoolean() ? 10 : 1000)
            + offset
            + ") "
            + values.name("q"),
        input.columns());
  }
}
