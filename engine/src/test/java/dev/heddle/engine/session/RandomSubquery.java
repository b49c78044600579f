package dev.heddle.engine.session;

import dev.heddle.engine.session.RandomQuery.Relation;
import dev.heddle.engine.session.RandomValues.Column;
import dev.heddle.engine.session.RandomValues.Kind;
import java.util.ArrayList;
import java.util.List;

/** Makes random queries with subqueries in every place: correlated and not, as rows and values. */
final class RandomSubquery {
  private final RandomValues values;

  RandomSubquery(RandomValues values) {
    this.values = values;
  }

  /** Returns rows with what a subquery says of each: beside it, in its order, or behind it. */
  Relation over(Relation left, Relation right) {
    String from = " from " + RandomQuery.from(left, values.name("q"));
    String name = values.name("z");
    List<Column> columns = new ArrayList<>(left.columns());
    return switch (values.upTo(6)) {
      case 0, 1 -> {
        columns.add(new Column(name, Kind.BOOL));
        yield new Relation("select *, " + truth(left, right) + " as " + name + from, columns);
      }
      case 2 -> {
        Column kept = values.one(left.columns());
        String list = "select distinct " + kept.name() + ", " + truth(left, right) + " as " + name;
        yield new Relation(list + from, List.of(kept, new Column(name, Kind.BOOL)));
      }
      case 3 -> {
        String all = values.order(left.columns()).substring("order by".length());
        String order = " order by " + truth(left, right) + "," + all;
        String limit = " limit " + (1 + values.upTo(30));
        yield new Relation(
            "select * from (select *" + from + order + limit + ") " + values.name("q"), columns);
      }
      case 4 -> lateral(left, right, from);
      default -> {
        Column value = values.one(right.columns());
        columns.add(new Column(name, value.kind()));
        yield new Relation(
            "select *, " + scalar(left, right, value) + " as " + name + from, columns);
      }
    };
  }

  /** Returns groups that a subquery chooses, which knows their key and has no window. */
  Relation grouped(Relation left, Relation given) {
    Relation right = given.sql().contains(" over (") ? left : given;
    Column key = values.one(left.columns());
    String count = values.name("n");
    String from = " from " + RandomQuery.from(left, values.name("q"));
    Relation keyed = new Relation("", List.of(key));
    String having = values.isOnceIn(4) ? "count(*) > 1 or " : "";
    return new Relation(
        "select "
            + key.name()
            + ", count(*) as "
            + count
            + from
            + " group by "
            + key.name()
            + " having "
            + having
            + truth(keyed, right, false),
        List.of(key, new Column(count, Kind.LONG)));
  }

  private String truth(Relation left, Relation right) {
    return truth(left, right, true);
  }

  private String truth(Relation left, Relation right, boolean mayHaveWindow) {
    String not = values.isOnceIn(3) ? "not " : "";
    Column key = values.one(left.columns());
    List<Column> same = right.columns().stream().filter(c -> c.kind() == key.kind()).toList();
    if (!same.isEmpty() && !key.kind().isNested() && values.isOnceIn(3)) {
      return key.name()
          + " "
          + not
          + "in (select "
          + values.one(same).name()
          + " from "
          + RandomQuery.from(right, values.name("q"))
          + (values.isOnceIn(3) ? where(left, right) : "")
          + ")";
    }
    if (values.isOnceIn(4) && mayHaveWindow) {
      RandomWindow window = new RandomWindow(values, right.columns());
      String windowed = window.over(RandomQuery.from(right, values.name("q")));
      Relation rows = new Relation(windowed, window.columns());
      return not + "exists (select 1 from " + from(rows) + where(left, rows) + ")";
    }
    return not + "exists (select 1 from " + from(right) + where(left, right) + ")";
  }

  private String from(Relation relation) {
    return RandomQuery.from(relation, values.name("q"));
  }

  private String where(Relation left, Relation right) {
    String more = values.isOnceIn(3) ? " and (" + values.predicate(right.columns(), 1) + ")" : "";
    return " where " + values.equality(left.columns(), right.columns()) + more;
  }

  private String scalar(Relation left, Relation right, Column value) {
    boolean isExtreme = value.kind() != Kind.BOOL && !value.kind().isNested();
    String order = " " + values.order(right.columns());
    if (isExtreme && values.isOnceIn(2)) {
      String way = values.one(List.of("max(", "min("));
      return "(select " + way + value.name() + ") from " + from(right) + where(left, right) + ")";
    }
    if (values.isOnceIn(2)) {
      String call = values.one(List.of("first(", "last(")) + value.name() + order + ")";
      return "(select " + call + " from " + from(right) + where(left, right) + ")";
    }
    return "(select "
        + value.name()
        + " from "
        + from(right)
        + where(left, right)
        + order
        + " limit 1)";
  }

  private Relation lateral(Relation left, Relation right, String from) {
    List<Column> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    String rows = "select * from " + from(right) + where(left, right);
    String some =
        values.isOnceIn(2)
            ? " " + values.order(right.columns()) + " limit " + (1 + values.upTo(3))
            : "";
    boolean isLeft = values.isOnceIn(2);
    return new Relation(
        "select *"
            + from
            + (isLeft ? " left join lateral (" : " cross join lateral (")
            + rows
            + some
            + ") "
            + values.name("q")
            + (isLeft ? " on true" : ""),
        columns);
  }
}
