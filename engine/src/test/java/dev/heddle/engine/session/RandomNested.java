package dev.heddle.engine.session;

import dev.heddle.engine.session.RandomQuery.Relation;
import dev.heddle.engine.session.RandomValues.Column;
import dev.heddle.engine.session.RandomValues.Kind;
import java.util.ArrayList;
import java.util.List;

/** Makes random queries that put lists and structs together and take them apart. */
final class RandomNested {
  private final RandomValues values;

  RandomNested(RandomValues values) {
    this.values = values;
  }

  /** Returns an input with one or two further columns that are nested. */
  Relation made(Relation input) {
    List<Column> columns = new ArrayList<>(input.columns());
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < 1 + values.upTo(2); i++) {
      Kind kind = values.one(List.of(Kind.INTS, Kind.TEXTS, Kind.RECORD));
      String name = values.name("l");
      columns.add(new Column(name, kind));
      list.append(", ").append(whole(input.columns(), kind)).append(" as ").append(name);
    }
    return new Relation(
        "select *" + list + " from " + RandomQuery.from(input, values.name("q")), columns);
  }

  private String whole(List<Column> inputs, Kind kind) {
    String made =
        kind == Kind.RECORD
            ? "{'a': "
                + values.expression(inputs, Kind.INT, 1)
                + ", 'b': "
                + values.expression(inputs, Kind.TEXT, 1)
                + "}"
            : "["
                + values.expression(inputs, kind.element(), 1)
                + ", "
                + values.expression(inputs, kind.element(), 0)
                + (values.isOnceIn(2) ? ", null]" : "]");
    return switch (values.upTo(4)) {
      case 0 -> "case when " + values.predicate(inputs, 0) + " then " + made + " end";
      case 1 -> values.expression(inputs, kind, 2);
      default -> made;
    };
  }

  /** Returns the elements of a list as rows, or parts of what is nested as columns. */
  Relation taken(Relation given) {
    Relation input =
        given.columns().stream().allMatch(c -> !c.kind().isNested()) ? made(given) : given;
    List<Column> lists = RandomValues.lists(input.columns());
    String alias = values.name("q");
    String from = " from " + RandomQuery.from(input, alias);
    List<Column> columns = new ArrayList<>(input.columns());
    if (lists.isEmpty() || values.isOnceIn(5)) {
      return parts(input, from);
    }
    Column list = values.one(lists);
    String element = values.name("x");
    String call = "unnest(" + alias + "." + list.name() + ")";
    columns.add(new Column(element, list.kind().element()));
    boolean isCorrelated = given.sql().contains(" from unnest("); // and not again
    return switch (values.upTo(isCorrelated ? 3 : 5)) {
      case 0 -> {
        String name = values.name("x");
        Column other = values.one(lists);
        columns.add(new Column(name, other.kind().element()));
        String second = ", unnest(" + other.name() + ") as " + name;
        yield new Relation("select *, " + call + " as " + element + second + from, columns);
      }
      case 1 -> new Relation("select *, " + call + " as " + element + from, columns);
      case 2 -> {
        String name = values.name("u");
        String join = " left join " + call + " as " + name + "(" + element + ") on true";
        yield new Relation("select *" + from + join, columns);
      }
      case 3 -> {
        String name = values.name("a");
        String way = values.one(List.of("max(", "min(", "count("));
        Kind kind = way.equals("count(") ? Kind.LONG : list.kind().element();
        columns.set(columns.size() - 1, new Column(name, kind));
        String unnested = " from " + call + " as " + values.name("u") + "(" + element + ")";
        String where = values.isOnceIn(2) ? " where " + element + " is not null" : "";
        String query = "(select " + way + element + ")" + unnested + where + ") as " + name;
        yield new Relation("select *, " + query + from, columns);
      }
      default -> {
        String name = values.name("u");
        yield new Relation(
            "select *" + from + ", " + call + " as " + name + "(" + element + ")", columns);
      }
    };
  }

  private Relation parts(Relation input, String from) {
    List<Column> columns = new ArrayList<>();
    List<String> list = new ArrayList<>();
    for (int i = 0; i < 1 + values.upTo(3); i++) {
      Kind kind = values.one(List.of(Kind.INT, Kind.TEXT, Kind.LONG));
      String name = values.name("e");
      columns.add(new Column(name, kind));
      list.add(values.expression(input.columns(), kind, 2) + " as " + name);
    }
    String map = "map([1, 2], [" + values.expression(input.columns(), Kind.INT, 1) + ", 7])";
    String name = values.name("e");
    columns.add(new Column(name, Kind.INT));
    list.add(map + "[" + (1 + values.upTo(3)) + "] as " + name);
    return new Relation("select " + String.join(", ", list) + from, columns);
  }
}
